const SHOWN_AT_THE_ENDS = 2;
const SHOWN_AROUND = 3;
const SHOWN_IN_FULL = 10;

export const ELLIPSIS = '…';

/** The page numbers to show around `current`. An ellipsis replaces at least two pages. */
export function elidedRange(current: number, pageCount: number): (number | typeof ELLIPSIS)[] {
  if (pageCount <= SHOWN_IN_FULL) return range(1, pageCount);

  const first = current - SHOWN_AROUND;
  const last = current + SHOWN_AROUND;
  const hiddenBefore = first - 1 - SHOWN_AT_THE_ENDS;
  const hiddenAfter = pageCount - SHOWN_AT_THE_ENDS - last;
  return [
    ...(hiddenBefore > 1 ? [...range(1, SHOWN_AT_THE_ENDS), ELLIPSIS, ...range(first, current)] : range(1, current)),
    ...(hiddenAfter > 1
      ? [...range(current + 1, last), ELLIPSIS, ...range(pageCount - SHOWN_AT_THE_ENDS + 1, pageCount)]
      : range(current + 1, pageCount)),
  ] as (number | typeof ELLIPSIS)[];
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
