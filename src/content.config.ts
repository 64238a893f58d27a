import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGES_FOLDER } from './identity/files.ts';
import { settings } from './settings.ts';

/** Markdown files named `<page_name>.<language>.md`. The id of an entry lacks the `.md`. */
const pages = defineCollection({
  loader: glob({
    pattern: '*.md',
    // A URL, because Astro decodes percent signs in a path.
    base: pathToFileURL(`${join(settings().siteDir, PAGES_FOLDER)}/`),
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  }),
  schema: z.strictObject({ title: z.string().trim().min(1), description: z.string().trim().min(1).optional() }),
});

export const collections = { pages };
