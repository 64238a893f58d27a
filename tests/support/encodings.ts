const BYTES = Array.from({ length: 256 }, (_, byte) => byte);
const tables = new Map<string, Map<string, number[]>>();

/** The bytes of each character, found by decoding all single bytes and pairs. */
function makeTable(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding);
  const pairs = BYTES.slice(0x80).flatMap((first) => BYTES.slice(0x40).map((second) => [first, second]));
  return new Map(
    [...pairs, ...BYTES.map((byte) => [byte])].map((bytes) => [decoder.decode(Uint8Array.from(bytes)), bytes]),
  );
}

/** Encodes a text in an encoding of `TextDecoder` with up to two bytes per character. */
export function encodeAs(encoding: string, text: string): Buffer {
  const table = tables.get(encoding) ?? makeTable(encoding);
  tables.set(encoding, table);
  const bytes = Array.from(text, (character) => table.get(character) ?? []).flat();
  if (new TextDecoder(encoding).decode(Uint8Array.from(bytes)) !== text) throw new Error(`${text} is not ${encoding}`);
  return Buffer.from(bytes);
}
