import * as v from 'valibot';
import { byLocale, type Locale } from '../messages/locales.ts';
import { paths } from '../paths.ts';
import { contrast, HEX_COLOUR, READABLE } from './contrast.ts';

/** A text in each language. */
export type LocalText = Record<Locale, string>;

/** A link that an association adds: to another site, to one of its files, or to one of its pages. */
export type SiteLink = { label: LocalText } & ({ href: LocalText } | { page: string });

/** What the accent must be readable on. */
export interface Grounds {
  light: readonly string[];
  dark: readonly string[];
}

/** The name of a Markdown page, which is a part of its address. */
export const PAGE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const text = (limit: number) =>
  v.pipe(
    v.string('must be a string'),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be a single line'),
    v.check((value) => Array.from(value).length <= limit, `must have at most ${limit} characters`),
  );

/** An object with these keys and no others. */
const object = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected }) => {
    const keys = Object.keys(entries).join(', ');
    if (expected === 'never') return `is unknown; use ${keys}`;
    return expected === 'Object' ? `must be an object with ${keys}` : 'is missing';
  });

/** One for all languages, or an object with one for each. */
const inEachLanguage = (read: v.GenericSchema<unknown, string>): v.GenericSchema<unknown, LocalText> =>
  v.lazy((input) =>
    typeof input === 'object'
      ? object(byLocale(() => read))
      : v.pipe(
          read,
          v.transform((one) => byLocale(() => one)),
        ),
  );

const isWebOrMail = (value: string) => /^(?:https?:\/\/|mailto:)\S+$/i.test(value) && URL.canParse(value);

const linkAddress = v.pipe(
  v.string('must be a string'),
  v.trim(),
  v.check(
    (value) => isWebOrMail(value) || (value.startsWith(paths.files) && !/\s/.test(value)),
    `must be an address such as https://www.example.org/ or mailto:office@example.org, or a file such as ${paths.files}statutes.pdf; for a page of this site, use "page"`,
  ),
);

const label = inEachLanguage(text(40));

const link: v.GenericSchema<unknown, SiteLink> = v.lazy((input) =>
  typeof input === 'object' && input !== null && 'page' in input
    ? object({ label, page: v.pipe(v.string('must be a string'), v.regex(PAGE_NAME, 'must be a page name')) })
    : object({ label, href: inEachLanguage(linkAddress) }),
);

const links = v.optional(v.array(link, 'must be a list of links in [ ]'), []);

const colour = (grounds: readonly string[]) =>
  v.pipe(
    v.string('must be a colour such as #1a5680'),
    v.trim(),
    v.regex(HEX_COLOUR, 'must be a colour such as #1a5680'),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.issues) return;
      const ratios = grounds.map((ground) => ({ ground, ratio: contrast(dataset.value, ground) }));
      const worst = ratios.reduce((a, b) => (a.ratio < b.ratio ? a : b));
      if (worst.ratio >= READABLE) return;
      // Cut and not rounded: 4.49 is not 4.5.
      const ratio = Math.floor(worst.ratio * 100) / 100;
      addIssue({ message: `has too little contrast with ${worst.ground}: ${ratio} instead of ${READABLE}` });
    }),
  );

/** The schema of `site.json`: who runs the site. */
export const siteFileSchema = ({ light, dark }: Grounds) =>
  object({
    /** Of the site, in the header and for other sites. */
    name: inEachLanguage(text(60)),
    /** As people call it: the entry of the menu. */
    association: inEachLanguage(text(40)),
    /** How its clubs are called, where the grammar of a language needs more than the name. */
    association_clubs: v.optional(object(byLocale(() => v.optional(text(60))))),
    tagline: inEachLanguage(text(200)),
    /** Of the site, for search engines and for previews of links. */
    description: inEachLanguage(text(300)),
    accent: colour(light),
    accent_dark: colour(dark),
    /** Where questions are answered. */
    contact: v.optional(
      v.pipe(
        v.string('must be a string'),
        v.trim(),
        v.check(
          (value) => isWebOrMail(value) || v.is(v.pipe(v.string(), v.email()), value),
          'must be an e-mail address or a URL such as https://www.example.org/contact',
        ),
      ),
    ),
    links: v.optional(object({ menu: links, footer: links }), { menu: [], footer: [] }),
  });

/** Who runs the site. */
export type Identity = v.InferOutput<ReturnType<typeof siteFileSchema>>;
