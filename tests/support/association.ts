import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The site folder of an association that shares no text with the default one. */
export const ASSOCIATION: Readonly<Record<string, string>> = {
  'site.json': JSON.stringify({
    name: { en: 'Clubs on the Hill', fr: 'Clubs de la Colline' },
    association: 'Hill Union',
    association_clubs: { fr: 'Les clubs de la Hill Union' },
    tagline: { en: 'All that happens uphill.', fr: 'Tout ce qui se passe en haut.' },
    description: { en: 'The clubs of the students on the hill.', fr: 'Les clubs des étudiants de la colline.' },
    accent: '#8a1c4f',
    accent_dark: '#f2a1c4',
    contact: 'https://hill.example.org/contact',
    links: {
      menu: [{ label: { en: 'Rooms', fr: 'Salles' }, href: 'https://hill.example.org/rooms' }],
      footer: [
        { label: { en: 'Imprint', fr: 'Mentions légales' }, page: 'imprint' },
        { label: { en: 'Start', fr: 'Début' }, page: 'home' },
      ],
    },
  }),
  'mark.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 10 5 0l5 10z"/></svg>',
  'pages/home.en.md': "---\ntitle: 'Uphill'\n---\n\nCome up.\n",
  'pages/home.fr.md': "---\ntitle: 'En haut'\n---\n\nMontez.\n",
  'pages/ae.en.md': "---\ntitle: 'Hill Union'\ndescription: 'Who we are.'\n---\n\nStudents, mostly.\n",
  'pages/imprint.fr.md': "---\ntitle: 'Mentions légales'\n---\n\nÉcrit ici.\n",
};

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Writes a site folder with some files changed, or left out (null). */
export async function makeAssociation(changed: Readonly<Record<string, string | null>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-association-'));
  folders.push(folder);
  for (const [name, content] of Object.entries({ ...ASSOCIATION, ...changed })) {
    if (content === null) continue;
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}
