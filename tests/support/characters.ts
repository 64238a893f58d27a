import fc from 'fast-check';

/** Any character, half of them ASCII. `unit: 'binary'` of fast-check takes a second to build its tables. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
