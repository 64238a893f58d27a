import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

/** The pages that are Markdown files, `<page_name>.<language>.md`; an entry's id is that without the `.md`. */
const pages = defineCollection({
  loader: glob({
    pattern: '*.md',
    base: './src/content/pages',
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  }),
  schema: z.object({ title: z.string(), description: z.string() }),
});

export const collections = { pages };
