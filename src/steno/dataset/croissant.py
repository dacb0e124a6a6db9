"""Croissant metadata: the same facts as the card, for programs.  Version 1.0 of the vocabulary of MLCommons."""

from __future__ import annotations

from typing import Final

from steno.base.exact import JSON
from steno.dataset.config import Dataset
from steno.dataset.manifest import Manifest

NAME: Final = "croissant.json"
_CONTEXT: Final[dict[str, JSON]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_TYPES: Final = {"integer": "sc:Integer", "flag": "sc:Boolean"}
_MEDIA: Final = {"parquet": "application/x-parquet", "jsonl": "application/jsonlines"}
_FLAT: Final = ("text", "integer", "flag", "json")


def metadata(dataset: Dataset, made: Manifest) -> dict[str, JSON]:
    """What a dataset holds and where; fields are the columns that are no lists."""
    formats = list(dict.fromkeys(each.path.rpartition(".")[2] for each in made.files))
    files: list[JSON] = [
        {
            "@type": "cr:FileObject",
            "@id": each.path,
            "name": each.path,
            "contentUrl": each.path,
            "contentSize": f"{each.bytes} B",
            "encodingFormat": _MEDIA[each.path.rpartition(".")[2]],
            "sha256": each.sha256,
        }
        for each in made.files
    ]
    card = dataset.card
    found: dict[str, JSON] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": dataset.name,
        "description": dataset.description or None,
        "version": dataset.version,
        "license": card.licence,
        "keywords": list(card.tags) or None,
        "inLanguage": list(card.language) or None,
        "creator": [{"@type": "sc:Person", "name": name} for name in card.authors] or None,
        "citeAs": card.citation or None,
        "distribution": files,
        "recordSet": [_records(made, each.path) for each in made.files if each.path.endswith(formats[0])],
    }
    return {key: value for key, value in found.items() if value is not None}


def _records(made: Manifest, path: str) -> dict[str, JSON]:
    """The rows of one file: `train-00000-of-00002`."""
    name, _, format = path.rpartition("/")[2].partition(".")
    columns = [("id", "text", "the stable id of the row"), *made.columns]
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "key": {"@id": f"{name}/id"},
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column}",
                "name": column,
                "description": what,
                "dataType": _TYPES.get(kind, "sc:Text"),
                "source": {"fileObject": {"@id": path}, "extract": _extract(column, format)},
            }
            for column, kind, what in columns
            if kind in _FLAT
        ],
    }


def _extract(name: str, format: str) -> dict[str, JSON]:
    return {"column": name} if format == "parquet" else {"jsonPath": f"$.{name}"}
