/** The blocks of a page that needs no server: each is unpacked when it is asked for, and a few are kept. */

const KEPT = 6;
/** So many letters are read at once, a multiple of four: a long block must not hold up the reader who scrolls. */
const SLICE = 1 << 17;
/** @type {Map<string, Promise<any>>} */
const unpacked = new Map();

/** @param {string} name */
const element = (name) => document.getElementById("steno-" + name);

/** Waits for a part of the page that is still being read. @param {string} name @returns {Promise<Element|null>} */
async function found(name) {
  for (;;) {
    const e = element(name);
    if (document.readyState !== "loading") return e ?? element(name);
    if (e?.nextElementSibling) return e; // what follows is there, so this is whole
    await new Promise((done) => setTimeout(done, 30));
  }
}

/** @param {string} text */
function octets(text) {
  const bare = atob(text);
  const bytes = new Uint8Array(bare.length);
  for (let i = 0; i < bare.length; i++) bytes[i] = bare.charCodeAt(i);
  return bytes;
}

/** Lets the browser draw. @returns {Promise<void>} */
const breath = () => new Promise((done) => setTimeout(done));

/** @param {string} name @returns {Promise<any>} */
async function unpack(name) {
  const e = await found(name);
  if (!e) return null;
  const text = e.textContent ?? "";
  let at = 0;
  /** @type {ReadableStream<BufferSource>} */
  const slices = new ReadableStream({
    async pull(to) {
      if (at) await breath();
      if (at < text.length) to.enqueue(octets(text.slice(at, at + SLICE)));
      at += SLICE;
      if (at >= text.length) to.close();
    },
  });
  const all = await new Response(slices.pipeThrough(new DecompressionStream("gzip"))).text();
  await breath();
  return JSON.parse(all);
}

/** What a block holds, or null where the page has none of that name. @param {string} name @returns {Promise<any>} */
export function block(name) {
  const have = unpacked.get(name) ?? unpack(name);
  unpacked.delete(name);
  unpacked.set(name, have);
  for (const old of unpacked.keys()) {
    if (unpacked.size <= KEPT) break;
    unpacked.delete(old);
  }
  return have;
}

/** The same for what is asked for once, or kept elsewhere. @param {string} name @returns {Promise<any>} */
export const once = (name) => unpack(name);
