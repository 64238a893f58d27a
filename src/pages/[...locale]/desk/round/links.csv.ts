import type { APIRoute } from 'astro';
import { stringify } from 'csv-stringify/sync';
import { today } from '../../../../clubs/day.ts';
import { directory } from '../../../../clubs/directory.ts';
import { findOpenRound, findUnanswered } from '../../../../clubs/round/queries.ts';
import { linkOf } from '../../../../clubs/round/emails.ts';
import { ASK_EVERY_TIME } from '../../../../http.ts';
import { messages } from '../../../../messages/messages.ts';

export const GET: APIRoute = async ({ locals: { locale } }) => {
  const { sql } = directory();
  const round = await findOpenRound(sql);
  if (!round) return new Response(null, { status: 404 });
  const { columns } = messages(locale).round;
  const clubs = await findUnanswered(sql, round.id);
  const records = clubs.map(({ name, token, officers, addresses, contact, askedAt }) => [
    name,
    linkOf(token, locale),
    officers.join('; '),
    addresses.join('; '),
    contact ?? '',
    askedAt === null ? '' : today(askedAt),
  ]);
  const { club, link, officers, addresses, contact, asked } = columns;
  // Spreadsheets take it for what it is by its first bytes, and nothing of it for a formula: it is read by people alone.
  const text = stringify([[club, link, officers, addresses, contact, asked], ...records], {
    ...{ bom: true, record_delimiter: 'windows', escape_formulas: true },
  });
  return new Response(text, {
    headers: {
      ...ASK_EVERY_TIME,
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="links-${today()}.csv"`,
    },
  });
};
