import { readWeekdays } from '../../lib/weekdays.ts';
import type { Day } from './day.ts';
import { LABEL_SEPARATOR } from './category.ts';
import { localizedNames } from './localized.ts';
import type { ClubIssue, ValuesOf } from './fields.ts';

type JoiningFields = ValuesOf<'joining_url' | 'joining_from' | 'joining_until'>;

/** Whether students can join on a day: both days of the window belong to it. Null if nothing is known. */
export type Joining = { state: 'open'; until: Day | null } | { state: 'opens'; from: Day } | { state: 'closed' } | null;

export function joiningOn(
  day: Day,
  { joiningUrl, joiningFrom, joiningUntil, isActive = true }: JoiningFields & { isActive?: boolean },
): Joining {
  if (joiningUrl === null && joiningFrom === null && joiningUntil === null) return null;
  if (!isActive) return { state: 'closed' };
  if (joiningUntil !== null && joiningUntil < day) return { state: 'closed' };
  if (joiningFrom !== null && joiningFrom > day) return { state: 'opens', from: joiningFrom };
  return { state: 'open', until: joiningUntil };
}

type Values = Partial<ValuesOf<'meeting_times' | 'meeting_days' | 'joining_from' | 'joining_until'>>;

/** Reads the meeting days from the times if there are none. Returns what is wrong with the window, or null. */
export function finishJoining(values: Values): ClubIssue | null {
  const times = localizedNames('meetingTimes').map((name) => (values as Readonly<Record<string, string>>)[name]);
  const days = readWeekdays(times.find(Boolean) ?? '');
  if (!values.meetingDays && days.length > 0) values.meetingDays = days.join(LABEL_SEPARATOR);
  const { joiningFrom, joiningUntil } = values;
  return joiningFrom && joiningUntil && joiningUntil < joiningFrom
    ? { field: 'joining_until', code: 'untilBeforeFrom' }
    : null;
}
