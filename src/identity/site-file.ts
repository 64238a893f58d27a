import * as v from 'valibot';
import { byLocale, LOCALES, type Locale } from '../messages/locales.ts';
import { paths } from '../paths.ts';
import { contrastWith, HEX_COLOUR, READABLE } from '../lib/contrast.ts';
import { contactWay } from '../settings/parsers.ts';
import { DEFAULT_LANGUAGES } from '../site-settings.ts';

/** In at least one language. */
type LocalText = Partial<Record<Locale, string>>;

/** A link that an association adds: to another site, to one of its files, or to one of its pages. */
export type SiteLink = { label: LocalText } & ({ href: LocalText } | { page: string });

/** The accent of the project, and the backgrounds that another accent must be readable on. */
export interface Colours extends Record<'light' | 'dark', readonly string[]> {
  accent: Record<'light' | 'dark', string>;
}

/** The pages and files that a link leads to and that the site lacks, once each. */
export function findMissingTargets(
  link: SiteLink,
  { pages, files }: { pages: readonly { name: string }[]; files: readonly { path: string }[] },
): string[] {
  const isMissing = (target: string) =>
    'page' in link
      ? !pages.some(({ name }) => name === target)
      : target.startsWith(paths.files) && !files.some(({ path }) => path === target.replace(/[?#].*/s, ''));
  return [...new Set('page' in link ? [link.page] : Object.values(link.href))].filter(isMissing);
}

/** A Markdown file without its extension, as in its address. */
export const PAGE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const line = (limit: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.maxLength(limit, `must have at most ${limit} characters`),
    v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be a single line'),
  );

/** One text for all languages, or an object with some of them. */
const inEachLanguage = (read: v.GenericSchema<unknown, string>): v.GenericSchema<unknown, LocalText> =>
  v.lazy((input) =>
    typeof input === 'object'
      ? v.pipe(
          v.strictObject(byLocale(() => v.optional(read))),
          v.check((texts) => Object.keys(texts).length > 0, 'must have a text in one language'),
        )
      : v.pipe(
          read,
          v.transform((text) => byLocale(() => text)),
        ),
  );

const isWebOrMail = (value: string) => /^(?:https?:\/\/|mailto:)\S+$/i.test(value) && URL.canParse(value);

const linkAddress = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (value) => isWebOrMail(value) || (value.startsWith(paths.files) && !/\s/.test(value)),
    `must be an address such as https://www.example.org/ or mailto:office@example.org, or a file such as ${paths.files}statutes.pdf; for a page of this site, use "page"`,
  ),
);

const label = inEachLanguage(line(40));

const link: v.GenericSchema<unknown, SiteLink> = v.lazy((input) =>
  typeof input === 'object' && input !== null && 'page' in input
    ? v.strictObject({ label, page: v.pipe(v.string(), v.regex(PAGE_NAME, 'must be a page name')) })
    : v.strictObject({ label, href: inEachLanguage(linkAddress) }),
);

const links = v.optional(v.array(link), []);

const colour = (grounds: readonly string[]) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(HEX_COLOUR, 'must be a colour such as #1a5680'),
    v.check(
      (accent) => !HEX_COLOUR.test(accent) || contrastWith(accent, grounds) >= READABLE,
      ({ input }) =>
        `has a contrast of ${contrastWith(input, grounds)} with the backgrounds of the site instead of ${READABLE}`,
    ),
  );

/** The schema of `site.json`: who runs the site. See docs/identity.md for the keys. */
export const siteFileSchema = ({ accent, light, dark }: Colours) =>
  v.strictObject({
    name: inEachLanguage(line(60)),
    association: inEachLanguage(line(40)),
    association_clubs: v.optional(v.strictObject(byLocale(() => v.optional(line(60))))),
    tagline: inEachLanguage(line(200)),
    description: inEachLanguage(line(300)),
    accent: v.optional(colour(light), accent.light),
    accent_dark: v.optional(colour(dark), accent.dark),
    contact: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.check(
          (value) => isWebOrMail(value) || v.is(v.pipe(v.string(), v.email()), value),
          'must be an e-mail address or a URL such as https://www.example.org/contact',
        ),
      ),
    ),
    links: v.optional(v.strictObject({ menu: links, footer: links }), { menu: [], footer: [] }),
    /** If the board chose them, the first one is the default language. */
    languages: v.optional(
      v.pipe(
        v.array(v.picklist(LOCALES, `must be ${LOCALES.join(', ')}`)),
        v.nonEmpty('must have a language'),
        v.check((languages) => new Set(languages).size === languages.length, 'must be different languages'),
      ),
      [...DEFAULT_LANGUAGES],
    ),
    /** How visitors write to clubs that have not chosen; the default is CLUB_CONTACT. */
    club_contact: v.optional(contactWay),
  });

export type Identity = v.InferOutput<ReturnType<typeof siteFileSchema>>;
