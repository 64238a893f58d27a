import { afterEach, expect, test, vi } from 'vitest';
import { addDays, today } from '../../../src/clubs/record/day.ts';
import { finishJoining, joiningOn } from '../../../src/clubs/record/joining.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  [null, null, null, null],
  ['https://discord.gg/go', null, null, { state: 'open', until: null }],
  [null, '2026-09-01', '2026-10-12', { state: 'open', until: '2026-10-12' }],
  [null, '2026-10-12', null, { state: 'open', until: null }],
  [null, '2026-10-13', null, { state: 'opens', from: '2026-10-13' }],
  [null, null, '2026-10-11', { state: 'closed' }],
  ['https://discord.gg/go', '2026-10-13', '2026-10-11', { state: 'closed' }],
])(
  'On 12 October, a club with the link %s, open from %s until %s, is %j',
  (joiningUrl, joiningFrom, joiningUntil, state) => {
    expect(joiningOn('2026-10-12', { joiningUrl, joiningFrom, joiningUntil })).toEqual(state);
  },
);

test.each([
  ['Europe/Paris', '2026-10-12', '2026-10-12T21:59:59Z'],
  ['America/Los_Angeles', '2026-10-12', '2026-10-13T06:59:59Z'],
  // Summer time ends, and begins.
  ['Europe/Paris', '2026-10-25', '2026-10-25T22:59:59Z'],
  ['Europe/Paris', '2027-03-28', '2027-03-28T21:59:59Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-02T07:59:59Z'],
])('In %s, the last day %s is open until %s', (zone, joiningUntil, moment) => {
  vi.stubEnv('TZ', zone);
  const stateAfter = (ms: number) =>
    joiningOn(today(new Date(Date.parse(moment) + ms)), { joiningUrl: null, joiningFrom: null, joiningUntil })?.state;
  expect([stateAfter(0), stateAfter(1000)]).toEqual(['open', 'closed']);
  expect(addDays(addDays(joiningUntil, 30), -30)).toBe(joiningUntil);
});

test('Meeting days are read from the times unless others are chosen', () => {
  const values = { meetingTimes: 'Every other Friday', meetingDays: '' };
  expect(finishJoining(values)).toBeNull();
  expect(values.meetingDays).toBe('fri');
  const french = { meetingTimes: '', meetingTimesFr: 'Un vendredi sur deux', meetingDays: '' };
  finishJoining(french);
  expect(french.meetingDays).toBe('fri');
  const chosen = { meetingTimes: 'Every other Friday', meetingDays: 'mon' };
  finishJoining(chosen);
  expect(chosen.meetingDays).toBe('mon');
  expect(finishJoining({ joiningFrom: '2026-10-12', joiningUntil: '2026-10-11' })).toMatchObject({
    field: 'joining_until',
  });
});
