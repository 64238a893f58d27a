import { LABELS } from './report.ts';
import { figures, format, median } from './statistics.ts';
import { SERVERS, type Run, type ServerName } from './types.ts';

const COLOURS: Record<ServerName, string> = { bare: '#9aa3af', warm: '#1d5fd1', off: '#3fa796', peer: '#d97a2b' };

const LEFT = 200;
const RIGHT = 70;
const WIDTH = 900;
const TOP = 84;
const BAR = 12;
const GROUP = BAR * SERVERS.length + 18;

/** Requests per second of every cell and server as bars, on a logarithmic scale. */
export function toSvg(run: Run): string {
  const values = run.results.flatMap(({ cell: { id } }) =>
    SERVERS.map((server) => median(figures(run, id, server, 'perSecond'))),
  );
  const known = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...known)) - 0.3);
  const high = Math.ceil(Math.log10(Math.max(...known)));
  const place = (value: number) =>
    LEFT + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const bottom = TOP + GROUP * run.results.length;
  const clubs = run.clubs.toLocaleString('en-US');

  const grid = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)).map(
    (value) => `<path d="M${place(value)} ${TOP - 6}V${bottom}" stroke="#dfe3e8"/>
<text x="${place(value)}" y="${bottom + 18}" text-anchor="middle" fill="#5b6675">${value.toLocaleString('en-US')}</text>`,
  );
  const legend = SERVERS.map(
    (server, index) => `<rect x="${20 + index * 200}" y="48" width="12" height="12" rx="2" fill="${COLOURS[server]}"/>
<text x="${38 + index * 200}" y="58">${LABELS[server]}</text>`,
  );
  const bars = run.results.map(({ cell: { id, title } }, row) => {
    const top = TOP + row * GROUP;
    const group = SERVERS.map((server, index) => {
      const value = median(figures(run, id, server, 'perSecond'));
      const y = top + index * BAR;
      const width = Number.isFinite(value) ? place(value) - LEFT : 0;
      return `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 2}" rx="2" fill="${COLOURS[server]}"/>
<text x="${(LEFT + width + 6).toFixed(1)}" y="${y + BAR - 3}" font-size="10">${format(value)}</text>`;
    });
    return `<text x="${LEFT - 12}" y="${top + GROUP / 2 - 4}" text-anchor="end">${title}</text>\n${group.join('\n')}`;
  });

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 34}" role="img"
  aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12" fill="#1c2430">
<title id="title">Requests per second with ${clubs} clubs</title>
<desc id="desc">Bars on a logarithmic scale for each cell: ${SERVERS.map((server) => LABELS[server]).join(', ')}.</desc>
<rect width="${WIDTH}" height="${bottom + 34}" fill="#ffffff"/>
<text x="20" y="30" font-size="16" font-weight="600">Requests per second with ${clubs} clubs (logarithmic scale)</text>
${[...legend, ...grid, ...bars].join('\n')}
</svg>
`;
}
