import { expect, test } from 'vitest';
import { faceOf, lettersOf } from '../../../src/clubs/record/club-face.ts';

test.each([
  ['Badminton', 'Ba'],
  ['Big Band', 'BB'],
  ['chess', 'Ch'],
  ['Bureau des Sports', 'Sp'],
  ['The Student Association', 'TS'],
  ['L’Atelier d’Écriture', 'AÉ'],
  ['Échecs', 'Éc'],
  ['Łódź Exchange Circle', 'ŁE'],
  ['Œnologie', 'Œn'],
  ['ßtraße', 'ßt'],
  ['AIESEC', 'AI'],
  ['BDE Lyon', 'BD'],
  ['E-Sports', 'ES'],
  ['3D Printing', '3D'],
  ['180 Degrees', '18'],
  ['X', 'X'],
  ['围棋社', '围'],
  ['けいおん部', 'け'],
  ['한글 모임', '한'],
  ['نادي الشطرنج', 'ن'],
  ['नृत्य क्लब', 'नृ'],
  ['🎲 Games', 'Ga'],
  ['👩‍🚀🚀', '👩‍🚀'],
  ['Go 囲碁', 'G'],
  ['…', '…'],
])('the letters of %s are %s', (name, letters) => {
  expect(lettersOf(name)).toBe(letters);
});

test('a face follows from the id, and neighbours differ in hue and composition', () => {
  const faces = Array.from({ length: 72 }, (_, id) => faceOf({ id, name: 'Chess' }));
  expect(faceOf({ id: 7, name: 'Go' })).toMatchObject({ hue: faces[7]?.hue, composition: faces[7]?.composition });
  for (const [index, { hue, composition }] of faces.entries()) {
    const next = faces[index + 1];
    expect(hue).toBeLessThan(12);
    if (index % 12 !== 11) expect([next?.hue, next?.composition]).not.toContain(hue);
    expect(next?.hue === hue && next.composition === composition).toBe(false);
  }
  expect(new Set(faces.map(({ hue, composition }) => `${hue} ${composition}`)).size).toBe(36);
});

test.each([
  ['MW Club', true],
  ['🚀', true],
  ['Chess', false],
])('%s has wide letters: %s', (name, isWide) => {
  expect(faceOf({ id: 1, name }).isWide).toBe(isWide);
});
