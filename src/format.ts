import type { ClubSearchForm } from './clubs/search.ts';

const numbers = new Intl.NumberFormat('en');

/** A whole number as people write it: 1,245. */
export const formatNumber = (number: number): string => (number < 1000 ? String(number) : numbers.format(number));

/** How many of something: "1 club", "1,245 clubs". */
export const formatCount = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;

/** What a search came to, without the name that was looked for: "12 active clubs". */
export const formatResult = (count: number, { clubStatus }: ClubSearchForm): string =>
  formatCount(count, { true: 'active club', false: 'inactive club', '': 'club' }[clubStatus ?? '']);

/** A club's name in a list, with its state where that matters. */
export const formatClubName = ({ name, isActive }: { name: string; isActive: boolean }): string =>
  isActive ? name : `${name} (inactive)`;
