"""Columns as types of Arrow, and rows as Parquet.  Needs pyarrow, and imports it only when asked.

The same rows give the same bytes: one thread, fixed options, row groups cut by the size of rows alone.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from steno.dataset.gate import Cleared
from steno.dataset.projections.contract import BLOCK, Column, Kind
from steno.errors import UsageError

_ZSTD: Final = 3


def arrow() -> Any:
    """pyarrow; raises `UsageError` where it is not installed."""
    try:
        import pyarrow
    except ImportError:
        raise UsageError("Parquet needs pyarrow: `pip install 'steno-trace[parquet]'`") from None
    return pyarrow


def schema(columns: Sequence[Column], metadata: dict[str, str] | None = None) -> Any:
    """The types of a row: its id, the columns of the projection, and where it comes from."""
    pa = arrow()
    fields = [pa.field("id", pa.string(), nullable=False)]
    fields += [pa.field(name, _type(pa, kind)) for name, kind, _ in columns]
    fields.append(pa.field("provenance", _provenance(pa), nullable=False))
    return pa.schema(fields, metadata=metadata)


def _type(pa: Any, kind: Kind) -> Any:
    text = pa.string()
    match kind:
        case Kind.INTEGER:
            return pa.int64()
        case Kind.FLAG:
            return pa.bool_()
        case Kind.TEXTS:
            return pa.list_(text)
        case Kind.MESSAGES:
            function = pa.struct([("name", text), ("arguments", text)])
            calls = pa.list_(pa.struct([("id", text), ("type", text), ("function", function)]))
            return pa.list_(
                pa.struct([
                    ("role", text), ("content", text), ("reasoning_content", text), ("tool_calls", calls),
                    ("tool_call_id", text), ("copied", pa.bool_()),
                ])
            )  # fmt: skip
        case Kind.BLOCKS:
            block = pa.struct([(name, pa.bool_() if name == "is_error" else text) for name in BLOCK])
            return pa.list_(pa.struct([("role", text), ("content", pa.list_(block)), ("copied", pa.bool_())]))
        case _:
            return text


def _provenance(pa: Any) -> Any:
    text, number = pa.string(), pa.int64()
    return pa.struct([
        ("session", text), ("agent", text), ("models", pa.list_(text)), ("sources", pa.list_(text)), ("licence", text),
        ("trace", text), ("run", text), ("step", number),
        ("events", pa.list_(pa.struct([("first", text), ("last", text), ("count", number)]))),
        ("bytes", pa.list_(pa.struct([("source", number), ("offset", number), ("length", number)]))),
        ("evidence", pa.list_(text)), ("copied_events", number),
        ("losses", pa.list_(pa.struct([("code", text), ("count", number)]))),
    ])  # fmt: skip


def write(rows: Iterable[Cleared], stream: BinaryIO, columns: Sequence[Column], group: int) -> int:
    """Write rows as Parquet, in groups of about so many bytes; returns their number."""
    from pyarrow import parquet

    types, count = schema(columns), 0
    with parquet.ParquetWriter(
        stream, types, compression="zstd", compression_level=_ZSTD, version="2.6", use_dictionary=False,
        write_statistics=False, store_schema=True,
    ) as writer:  # fmt: skip
        for lines in _grouped(rows, group):
            writer.write_table(table(lines, types), row_group_size=len(lines))
            count += len(lines)
    return count


def _grouped(rows: Iterable[Cleared], size: int) -> Iterator[list[bytes]]:
    group, held = list[bytes](), 0
    for row in rows:
        group.append(row.data)
        held += len(row.data)
        if held >= size:
            yield group
            group, held = [], 0
    if group:
        yield group


def table(lines: Sequence[bytes], types: Any) -> Any:
    """Lines of JSON as a table of these types."""
    pa = arrow()
    from pyarrow import json

    data = b"\n".join((*lines, b""))
    return (
        json.read_json(
            io.BytesIO(data),
            read_options=json.ReadOptions(use_threads=False, block_size=len(data) + 1),
            parse_options=json.ParseOptions(explicit_schema=types, unexpected_field_behavior="error"),
        ).cast(types)
        if lines
        else pa.table({}, schema=types)
    )


def footer(path: Path) -> bytes:
    """What a Parquet file holds beside its rows, which are compressed: its types, and what else is said of it."""
    with path.open("rb") as stream:
        end = stream.seek(-8, os.SEEK_END)
        size = int.from_bytes(stream.read(4), "little")
        stream.seek(end - size)
        return stream.read(size)


def texts(stream: Any) -> Iterator[bytes]:
    """Every text in a Parquet file as it can be read from it, in long runs with a line break between two."""
    pa = arrow()
    from pyarrow import compute, parquet

    file = parquet.ParquetFile(stream)
    for number in range(file.metadata.num_row_groups):
        found = file.read_row_group(number, use_threads=False)
        for column in found.columns:
            for chunk in column.chunks:
                for leaf in _leaves(pa, chunk):
                    said = leaf.drop_null()
                    yield compute.binary_join(_one_list(pa, said), _line_break(pa))[0].as_buffer().to_pybytes()


def _one_list(pa: Any, said: Any) -> Any:
    """All texts as one list.  Made of buffers: what is made of Python's values loads pandas, where that is there."""
    ends = pa.py_buffer(struct.pack("<qq", 0, len(said)))
    return pa.LargeListArray.from_arrays(pa.Array.from_buffers(pa.int64(), 2, [None, ends]), said)


def _line_break(pa: Any) -> Any:
    return pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(struct.pack("<ii", 0, 1)), pa.py_buffer(b"\n")])[0]


def _leaves(pa: Any, array: Any) -> Iterator[Any]:
    """The arrays of text in an array of any type."""
    kind = array.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        yield array
    elif pa.types.is_list(kind):
        yield from _leaves(pa, array.flatten())
    elif pa.types.is_struct(kind):
        for each in array.flatten():
            yield from _leaves(pa, each)
