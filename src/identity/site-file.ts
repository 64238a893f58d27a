import * as v from 'valibot';
import { byLocale, type Locale } from '../messages/locales.ts';
import { findNearest } from '../nearest.ts';
import { paths } from '../paths.ts';
import type { Issue, ReadResult } from '../result.ts';
import { contrast, findReadableShade, HEX_COLOUR, READABLE } from './contrast.ts';

/** A text in each language. */
export type LocalText = Record<Locale, string>;

/** A link that an association adds: to another site, or to a page of its own. */
export type SiteLink = { label: LocalText } & ({ href: LocalText } | { page: string });

/** Who runs the site, as `site.json` says it. */
export interface Identity {
  /** Of the site, in the header and for other sites. */
  name: LocalText;
  /** As people call it: the entry of the menu. */
  association: LocalText;
  /** How its clubs are called, where the grammar of a language needs more than the name; null where it does not. */
  associationClubs: Record<Locale, string | null>;
  tagline: LocalText;
  /** Of the site, for search engines and for who shares it. */
  description: LocalText;
  /** On light and on dark grounds, as `#rgb` or `#rrggbb`. */
  accent: string;
  accentDark: string;
  /** The address of who answers questions; null for none. */
  contact: string | null;
  links: { menu: SiteLink[]; footer: SiteLink[] };
}

/** What the accent stands on and under. */
export interface Grounds {
  light: readonly string[];
  dark: readonly string[];
}

/** How many characters a text may have, by its key. */
export const TEXT_LIMITS = {
  name: 60,
  association: 40,
  association_clubs: 60,
  tagline: 200,
  description: 300,
  label: 40,
};

/** A text that says something, on a single line. */
export const line = v.pipe(
  v.string('must be a string'),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be a single line'),
  v.check((value) => value === '' || /[\p{L}\p{N}\p{S}]/u.test(value), 'must contain a letter, a digit or a symbol'),
);

const text = (limit: number) =>
  v.pipe(
    line,
    v.check((value) => Array.from(value).length <= limit, `must have at most ${limit} characters`),
  );

type Reader = v.GenericSchema<unknown, string>;

/** What is wrong with an object as such: its keys. */
const keyMessage = (keys: readonly string[], told: string) => (issue: v.StrictObjectIssue) => {
  if (issue.expected === 'never') {
    const meant = findNearest(issue.received.slice(1, -1), keys, (letters) => (letters < 5 ? 1 : 2));
    return `is unknown${meant ? ` (did you mean ${meant}?)` : `; use ${told}`}`;
  }
  return issue.expected === 'Object' ? `must be an object with ${told}` : 'is missing';
};

/** An object with these keys and no others, of which a person is `told`; a list is none. */
const object = <Entries extends v.ObjectEntries>(entries: Entries, told = Object.keys(entries).join(', ')) =>
  v.pipe(
    v.unknown(),
    v.check((input) => !Array.isArray(input), `must be an object with ${told}`),
    v.strictObject(entries, keyMessage(Object.keys(entries), told)),
  );

/** One for all languages, or one for each of them. */
const inEachLanguage = (read: Reader): v.GenericSchema<unknown, LocalText> =>
  v.lazy((input) =>
    typeof input === 'object' && input !== null
      ? object(byLocale(() => read))
      : v.pipe(
          read,
          v.transform((one) => byLocale(() => one)),
        ),
  );

/** Nothing, or an object with the languages that need it. */
const inSomeLanguages = (read: Reader): v.GenericSchema<unknown, Partial<LocalText> | undefined> =>
  v.optional(object(byLocale(() => v.optional(read))));

const colour = v.pipe(
  v.string('must be a colour such as #1a5680'),
  v.trim(),
  v.regex(HEX_COLOUR, 'must be a colour such as #1a5680'),
);

const isWebOrMail = (value: string) => /^(?:https?:\/\/|mailto:)\S+$/i.test(value) && URL.canParse(value);

const webOrMailAddress = v.pipe(
  v.string('must be an address such as https://www.example.org/'),
  v.trim(),
  v.check(isWebOrMail, 'must be an address such as https://www.example.org/ or mailto:office@example.org'),
);

const linkAddress = v.pipe(
  v.string('must be an address such as https://www.example.org/'),
  v.trim(),
  v.check(
    (value) => isWebOrMail(value) || (value.startsWith(paths.files) && !/\s/.test(value)),
    `must be an address such as https://www.example.org/ or mailto:office@example.org, or a file such as ${paths.files}statutes.pdf; for a page of this site, use "page"`,
  ),
);

/** The name of a page from Markdown, which is a part of its address. */
export const PAGE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const link: v.GenericSchema<unknown, SiteLink> = v.lazy((input) =>
  typeof input === 'object' && input !== null && 'page' in input
    ? object({
        label: inEachLanguage(text(TEXT_LIMITS.label)),
        page: v.pipe(
          v.string('must be a string'),
          v.regex(
            PAGE_NAME,
            'must be a page name as in pages/<name>.<language>.md, such as imprint: lower-case letters, digits and hyphens',
          ),
        ),
      })
    : object(
        { label: inEachLanguage(text(TEXT_LIMITS.label)), href: inEachLanguage(linkAddress) },
        'label, and href or page',
      ),
);

const links = v.optional(v.array(link, 'must be a list of links in [ ]'), []);

const SiteFileSchema = object({
  name: inEachLanguage(text(TEXT_LIMITS.name)),
  association: inEachLanguage(text(TEXT_LIMITS.association)),
  association_clubs: inSomeLanguages(text(TEXT_LIMITS.association_clubs)),
  tagline: inEachLanguage(text(TEXT_LIMITS.tagline)),
  description: inEachLanguage(text(TEXT_LIMITS.description)),
  accent: colour,
  accent_dark: colour,
  contact: v.optional(
    v.union(
      [v.pipe(v.string(), v.trim(), v.email()), webOrMailAddress],
      'must be an e-mail address or a URL such as https://www.example.org/contact',
    ),
  ),
  links: v.optional(object({ menu: links, footer: links }), { menu: [], footer: [] }),
});

/** The keys of a `site.json`. */
export const SITE_FILE_KEYS = Object.keys(SiteFileSchema.pipe[2].entries);

/** Reads the content of a `site.json`; the field of an issue is the way to it, as `links.menu.0.label`. */
export function readSiteFile(content: unknown, grounds: Grounds): ReadResult<Identity> {
  const { success, output: site, issues } = v.safeParse(SiteFileSchema, content);
  const faults: Issue[] = (issues ?? []).map((issue) => ({ field: v.getDotPath(issue) ?? '', message: issue.message }));
  const given = typeof content === 'object' ? (content as Record<string, unknown> | null) : null;
  for (const [field, on] of [
    ['accent', grounds.light],
    ['accent_dark', grounds.dark],
  ] as const) {
    const { success: isColour, output } = v.safeParse(colour, given?.[field]);
    if (isColour) faults.push(...findContrastFault(field, output, on));
  }
  if (!success || faults.length > 0) return { issues: faults };
  return {
    value: {
      name: site.name,
      association: site.association,
      associationClubs: byLocale((locale) => site.association_clubs?.[locale] ?? null),
      tagline: site.tagline,
      description: site.description,
      accent: site.accent,
      accentDark: site.accent_dark,
      contact: site.contact ?? null,
      links: site.links,
    },
  };
}

function findContrastFault(field: string, colour: string, grounds: readonly string[]): Issue[] {
  const worst = grounds.reduce((a, b) => (contrast(colour, a) < contrast(colour, b) ? a : b));
  const ratio = contrast(colour, worst);
  if (ratio >= READABLE) return [];
  const shade = findReadableShade(colour, grounds);
  // Cut and not rounded: 4.49 is not 4.5.
  const rounded = Math.floor(ratio * 100) / 100;
  return [
    {
      field,
      message: `has too little contrast with ${worst}: ${rounded} instead of ${READABLE}${shade ? `; try ${shade}` : ''}`,
    },
  ];
}
