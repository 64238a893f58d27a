import { textOf } from '../../form-data.ts';
import type { Locale } from '../../messages/locales.ts';
import { settings } from '../../settings.ts';
import type { Day } from '../day.ts';
import { directory } from '../directory.ts';
import type { Actor } from '../history.ts';
import { postRoundLetters } from './emails.ts';
import {
  askClubs,
  dayIn,
  END_DAYS,
  endRound,
  findOpenRound,
  findPastRounds,
  moveEnd,
  readEndDay,
  readShown,
  SILENT_FATES,
  type EndDayFault,
  type SilentFate,
} from './queries.ts';
import { readClubId } from '../search.ts';

/** What came of a form of the yearly confirmation; `day` is the last day as it was typed. */
export type RoundFormOutcome =
  | { outcome: 'done'; news: 'roundStarted' | 'roundMoved' | 'roundEmailsStarted' }
  | { outcome: 'invalidDay'; status: 422; day: string; fault: EndDayFault }
  /** The number of clubs whose e-mails name a later day, and the latest of these days. */
  | { outcome: 'asksFirst'; status: 409; day: string; clubs: number; latest: Day }
  /** Another user has moved the last day in the meantime. */
  | { outcome: 'movedElsewhere'; status: 409; day: string }
  | { outcome: 'conflict'; status: 409; day: string }
  | { outcome: 'noClubs'; status: 422; day: string }
  | { outcome: 'unknown'; status: 422; day: null };

/** The field of the last day: `day` at first, later the submitted value. */
export interface DayField {
  value: string;
  min: string;
  max: string;
  fault: EndDayFault | null;
}

export const toDayField = (answer: RoundFormOutcome | null, day: string): DayField => ({
  value: (answer && answer.outcome !== 'done' ? answer.day : null) ?? day,
  min: dayIn(1),
  max: dayIn(END_DAYS),
  fault: answer?.outcome === 'invalidDay' ? answer.fault : null,
});

/** Which confirmation the page has shown: another one may be open by now. */
const roundOf = (form: FormData) => readClubId(textOf(form, 'round')) ?? 0;

/** Starts the yearly confirmation, moves its last day, or sends its e-mails, which name the site. */
export async function answerRoundForm(
  form: FormData,
  actor: Actor,
  siteNames: Record<Locale, string>,
): Promise<RoundFormOutcome> {
  const action = form.get('action');
  const { mail } = settings();
  if (action === 'letters' && mail) {
    postRoundLetters(mail, roundOf(form), siteNames);
    return { outcome: 'done', news: 'roundEmailsStarted' };
  }
  if (action !== 'start' && action !== 'move') return { outcome: 'unknown', status: 422, day: null };
  const day = textOf(form, 'ends_on');
  const read = readEndDay(day);
  if (read.day === undefined) return { outcome: 'invalidDay', status: 422, day, fault: read.fault };
  return action === 'start' ? await start(read.day, day, actor) : await move(form, read.day, day);
}

async function start(endsOn: Day, day: string, actor: Actor): Promise<RoundFormOutcome> {
  const active = { filter: { name: '', isActive: true, category: '', missing: [] } };
  const { outcome } = await askClubs(directory().sql, actor, active, { endsOn, shown: null });
  if (outcome === 'asked') return { outcome: 'done', news: 'roundStarted' };
  return outcome === 'isOpen' ? { outcome: 'conflict', status: 409, day } : { outcome: 'noClubs', status: 422, day };
}

async function move(form: FormData, endsOn: Day, day: string): Promise<RoundFormOutcome> {
  const was = form.get('was');
  const moved = await moveEnd(directory().sql, roundOf(form), endsOn, {
    shown: readShown(textOf(form, 'shown')),
    was: typeof was === 'string' ? was : null,
  });
  switch (moved.outcome) {
    case 'moved':
      return { outcome: 'done', news: 'roundMoved' };
    case 'asks':
      return { outcome: 'asksFirst', status: 409, day, clubs: moved.clubs, latest: moved.latest };
    case 'movedElsewhere':
      return { outcome: 'movedElsewhere', status: 409, day };
    default:
      return { outcome: 'conflict', status: 409, day };
  }
}

/** What came of the form that ends the yearly confirmation. */
export type RoundEndOutcome =
  | { outcome: 'ended'; deactivated: number }
  | { outcome: 'noChoice'; status: 422; fate: null }
  | { outcome: 'conflict' | 'gone'; status: 409; fate: SilentFate };

/** Ends the yearly confirmation. */
export async function answerRoundEndForm(form: FormData, actor: Actor): Promise<RoundEndOutcome> {
  const { sql } = directory();
  const fate = SILENT_FATES.find((one) => one === form.get('fate'));
  if (fate === undefined) return { outcome: 'noChoice', status: 422, fate: null };
  const roundId = roundOf(form);
  const done = await endRound(sql, actor, roundId, fate, textOf(form, 'shown'));
  if (done.outcome === 'ended') return { outcome: 'ended', deactivated: done.deactivated };
  if (done.outcome !== 'gone') return { outcome: 'conflict', status: 409, fate };
  const [last] = await findPastRounds(sql);
  const isPressedTwice = last?.id === roundId && last.fate === fate && last.endedById === actor.userId;
  if (isPressedTwice && !(await findOpenRound(sql))) return { outcome: 'ended', deactivated: last.deactivated };
  return { outcome: 'gone', status: 409, fate };
}
