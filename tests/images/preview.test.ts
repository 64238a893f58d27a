import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawApart } from '../../src/images/drawing.ts';
import { drawPreview } from '../../src/images/preview.ts';

const face = { note: 'Student clubs', hue: 3, letters: 'AS', logo: null, mark: null };

test.each([
  ['Go', null],
  ['Club d’Échecs de l’Université de Łódź', null],
  ['天文部 東京', null],
  ['Donaudampfschifffahrtsgesellschaft '.repeat(9), null],
  ['Astronomy', readFileSync('public/logos/astronomie.svg')],
])('The preview of %s is a PNG that all clients accept', async (name, logo) => {
  const png = await drawPreview({ ...face, name, logo });
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(png.length).toBeLessThan(100_000);
});

test('A preview shows the name and the letters or the logo, or else the mark of the site', async () => {
  const mark = readFileSync('public/logos/astronomie.svg');
  const draw = (changed: Partial<Parameters<typeof drawPreview>[0]>) =>
    drawPreview({ ...face, name: 'Go', ...changed });
  const pictures = [
    await draw({}),
    await draw({ name: 'Chess' }),
    await draw({ letters: 'Go' }),
    await draw({ logo: readFileSync('public/logos/badminton.svg') }),
    await draw({ name: 'نادي', letters: 'ن', mark }),
  ];
  expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(5);
});

test('The drawing process draws the same, also after an image that cannot be read', async () => {
  const preview = { ...face, name: 'Chess' };
  const damaged = drawApart({ ...preview, logo: Buffer.from('damaged') });
  const sound = drawApart({ ...preview, logo: readFileSync('public/logos/badminton.svg') });
  await expect(damaged).rejects.toThrow('unsupported image format');
  expect(await sound).toEqual(await drawPreview({ ...preview, logo: readFileSync('public/logos/badminton.svg') }));
});
