import type { APIRoute } from 'astro';
import { stringify } from 'csv-stringify/sync';
import { today } from '../../../../clubs/record/day.ts';
import { findOpenRound, findRoundClubs } from '../../../../clubs/round/queries.ts';
import { linkOf } from '../../../../clubs/round/emails.ts';
import { csvFile } from '../../../../lib/responses.ts';

export const GET: APIRoute = async ({ locals: { locale, texts, sql } }) => {
  if (!(await findOpenRound(sql))) return new Response(null, { status: 404 });
  const clubs = await findRoundClubs(sql, { state: null, name: '' });
  const records = clubs.flatMap(({ token, askedAt, ...row }) => {
    if (token === null) return [];
    const askedOn = askedAt === null ? '' : today(askedAt);
    const people = [row.officers.join('; '), row.addresses.join('; '), row.contact ?? ''];
    return [[row.name, linkOf(token, locale), ...people, askedOn]];
  });
  // For spreadsheets: a byte order mark, and escaped formulas. No program reads this file.
  const text = stringify([texts.round.columns, ...records], {
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
  });
  return csvFile(`links-${today()}.csv`, text);
};
