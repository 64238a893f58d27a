import { siteFields, REQUIRED_FIELDS, type FieldName } from '../../src/clubs/record/fields.ts';

/** A row of a CSV file. A test sets only the columns that matter to it. */
export type CsvRow = Partial<Record<FieldName, string>> & { name: string };

/** Formats a CSV file with quoted cells. It has an optional column if a row has it. */
export function clubsCsv(...rows: CsvRow[]): Buffer {
  const isUsed = (column: FieldName) => rows.some((row) => row[column] !== undefined);
  const columns = siteFields().filter((name) => REQUIRED_FIELDS.some((one) => one === name) || isUsed(name));
  const records = rows.map((row) => columns.map((column) => row[column] ?? (column === 'is_active' ? 'true' : '')));
  const lines = [columns, ...records].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

/**
 * Invented clubs with the difficulties of real lists: ligatures, decomposed letters, invisible characters, all kinds of
 * quotes, line breaks, Han, long names, double spaces, and special characters of LIKE and CSV.
 */
export const ODD_CLUBS: CsvRow[] = [
  { name: 'Œnologie', short_description: 'Du vin, de l’œuvre, des ﬁches.', category: 'Culture; Goût' },
  { name: 'Club oenologie', short_description: "L'autre; sans ligature." },
  { name: 'E\u0301checs et Go', short_description: 'e\u0301 stays in two parts here', category: 'Jeux\u00a0; e\u0301' },
  { name: ' Bureau des Sports ', is_active: 'false', description: '  spaces at the ends  ' },
  { name: 'Escalade', parent_name: 'Bureau des Sports\u00a0', website: 'https://example.org/?q=a,b&c=%22' },
  { name: 'Aviron', parent_name: 'E\u0301checs et Go' },
  { name: 'Two  spaces  inside', short_description: 'a  b\tc' },
  { name: 'Zero\u200bwidth', short_description: '\u200bends\u200b' },
  { name: '"Shining Stars" Dance', short_description: '"quoted"' },
  { name: 'Koło „Łódź” i "Żółw"', short_description: 'ł ś ć ż ó ę ą', category: 'Koła; Wydział, W-4' },
  { name: 'GAMERS游戏制作社', short_description: '第一行\n第二行\r\n第三行', category: '大学; 游戏' },
  { name: '围棋社', parent_name: 'GAMERS游戏制作社', logo_url: 'https://example.org/标志.png?x="1"' },
  { name: 'n'.repeat(127), short_description: 's'.repeat(1000), category: 'c'.repeat(1000) },
  { name: '𝒳'.repeat(255), short_description: '😀'.repeat(1000), description: '\n'.repeat(20_000) },
  { name: '100% Triumph', short_description: '%_\\' },
  { name: 'WMS_DEV', short_description: 'back\\slash \\n \\"' },
  { name: './insa.sh', short_description: '$1 ${x} `code`' },
  { name: '.LINE', short_description: 'a lone\rcarriage return' },
  { name: 'Ends in CR', short_description: 'end\r', category: '\r', description: '\r\n' },
  { name: '=1+1', short_description: '@cmd', category: '-2', description: '+3' },
  { name: "L'apostrophe’s", short_description: "''" },
  { name: 'NULL', short_description: 'null', category: 'NULL' },
  { name: '{a,"b"}', short_description: '{}', category: '{NULL}' },
  { name: ',', short_description: ',', category: ',,' },
  { name: '""', short_description: '"', category: '""', description: '"",""' },
  { name: 'A mark\ufeffinside', short_description: '\ufeffat the start', logo_url: '/logos/a b.png' },
  { name: 'From Tel Aviv', short_description: 'a name may end in any letter' },
  { name: 'toString', short_description: '__proto__', category: 'constructor' },
  { name: 'Marks\u200d', short_description: '\u202eControl\u0001\u001b[31m\u007f\u0085\u2028\u2029' },
];
