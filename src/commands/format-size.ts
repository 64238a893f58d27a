/** The size of a file: 812 B, 4.2 kB, 37 MB. */
export function formatSize(bytes: number): string {
  const unit = SIZES.find(({ from }) => bytes >= from) ?? { from: 1, name: 'B' };
  const value = bytes / unit.from;
  return `${value < 10 && unit.from > 1 ? value.toFixed(1) : Math.round(value)} ${unit.name}`;
}

const SIZES = [
  { from: 1e9, name: 'GB' },
  { from: 1e6, name: 'MB' },
  { from: 1e3, name: 'kB' },
];
