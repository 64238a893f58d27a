import { Feed } from 'feed';
import type { Sql } from '../../../db/client.ts';
import { escapeHtml, plainText } from '../../lib/html.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { absolute, pathsIn, withQuery } from '../../paths.ts';
import { findClubsById } from '../directory/queries.ts';
import { textIn } from '../record/localized.ts';

interface ClubNews {
  kind: 'created' | 'merged' | 'renamed' | 'closed' | 'reopened';
  changeId: number;
  clubId: number;
  name: string;
  oldName: string;
  date: Date;
}

/** The changes that are searched for news, the latest first: reading the values of all would take seconds. */
const CHANGES_READ = 1000;

/** The latest news of these clubs. Deleted clubs and names that were removed from the history do not appear. */
const findNews = async (sql: Sql, ids: readonly number[]) =>
  await sql<ClubNews[]>`
  with change as materialized (
    select club_change.*, done_at, kind as step_kind, new_id, coalesce(new_id, club_id) as current_id
    from club_change join club_step step on step_id = step.id
    left join club_redirect on after is null and old_id = club_id
    where coalesce(new_id, club_id) = any(${ids})
    order by step_id desc, club_change.id desc limit ${CHANGES_READ}
  )
  select event.kind, change.id::float8 as change_id, club.id as club_id, done_at as date, before ->> 'name' as old_name,
    case event.kind when 'renamed' then after ->> 'name' else club.name end as name
  from change join club on club.id = current_id
  cross join lateral (values
    ('created', before is null and (after ->> 'is_active')::boolean and not exists (
      select from club_change earlier where earlier.club_id = change.club_id and earlier.id < change.id)),
    ('merged', new_id is not null and step_kind = 'merge'),
    ('renamed', before ->> 'name' <> after ->> 'name'),
    ('closed', (before ->> 'is_active')::boolean and not (after ->> 'is_active')::boolean),
    ('reopened', (after ->> 'is_active')::boolean and not (before ->> 'is_active')::boolean)
  ) event (kind, has_happened)
  where has_happened order by step_id desc, change.id desc limit 50`;

/** Characters of the text of a club. */
const SUMMARY = 300;

/** `query` and `filters` are those of the list. */
type FeedOptions = Record<'siteUrl' | 'siteName' | 'query', string> & { locale: Locale; filters: string[] };

/** Characters that XML cannot have. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** The news of these clubs as an Atom feed (RFC 4287), each with the short description of its club. */
export async function formatFeed(
  sql: Sql,
  ids: readonly number[],
  { siteUrl, siteName, locale, query, filters }: FeedOptions,
): Promise<string> {
  const { feed: t } = messages(locale);
  const paths = pathsIn(locale);
  const news = await findNews(sql, ids);
  const { rows } = await findClubsById(sql, 'card', [...new Set(news.map(({ clubId }) => clubId))]);
  const texts = new Map(rows.map((club) => [club.id, textIn(club.shortDescriptionHtml, locale)?.text ?? '']));
  const address = absolute(siteUrl, paths.clubFeed(query));
  const feed = new Feed({
    id: address,
    feed: address,
    title: [...filters, t.title(siteName)].join(' · '),
    link: absolute(siteUrl, withQuery(paths.clubList, query)),
    updated: news[0]?.date ?? new Date(0),
    author: { name: siteName },
    generator: false,
  });
  for (const { kind, changeId, clubId, name, oldName, date } of news) {
    const link = absolute(siteUrl, paths.clubView(clubId));
    const title = escapeHtml(t[kind](name, oldName));
    const description = escapeHtml(plainText(texts.get(clubId) ?? '', SUMMARY));
    feed.addItem({ title, description, id: `${link}#${kind}-${changeId}`, link, date });
  }
  return feed.atom1().replace(NOT_XML, '');
}
