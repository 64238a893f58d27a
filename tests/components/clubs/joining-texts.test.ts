import { expect, test } from 'vitest';
import { meetingFacts, meetingTexts } from '../../../src/components/clubs/joining-texts.ts';
import { isWeekly, readTime } from '../../../src/lib/weekdays.ts';

test.each([
  ['Tuesdays and Thursdays, 7–9 pm', '7–9 pm'],
  ['Le jeudi, de 19 h 30 à 22 h', '19 h 30 à 22 h'],
  ['Mittwochs 20 Uhr', '20 Uhr'],
  ['2nd Thursday, 18:30-20:00', '18:30-20:00'],
  ['Tuesdays, 7 pm, and Fridays, 12:30', ''],
  ['Every 2 weeks', ''],
])('reads the only time of %j', (text, time) => {
  expect(readTime(text)).toBe(time);
});

test.each([
  ['Mondays, 7–9 pm', 'lun. 19\u00a0h\u00a0à\u00a021\u00a0h'],
  ['Mondays, 11–1 pm', 'lun. 11\u00a0h\u00a0à\u00a013\u00a0h'],
  ['Mondays, 12:15–1:45 pm', 'lun. 12\u00a0h\u00a015\u00a0à\u00a013\u00a0h\u00a045'],
  ['Mondays, 10 am to 4 pm', 'lun. 10\u00a0h\u00a0à\u00a016\u00a0h'],
  ['Mondays, 7 pm, or 8 pm', 'lun.'],
])('translates the time of %j', (en, facts) => {
  expect(meetingFacts({ meetingTimes: { en }, meetingDays: 'mon', meetingPlace: '' }, 'fr')).toBe(facts);
});

test.each([
  ['Wednesdays, 6:30 pm', 'mon,wed', { text: 'Lundi, mercredi, 18\u00a0h\u00a030' }],
  ['Mondays and Wednesdays', 'mon,wed', { text: 'Lundi, mercredi' }],
  ['Every other Monday, 8 pm', 'mon', { text: 'Every other Monday, 8 pm', lang: 'en' }],
  ['Monday 7 pm or 8 pm', 'mon', { text: 'Monday 7 pm or 8 pm', lang: 'en' }],
])('translates %j if it has only days and a time', (en, meetingDays, text) => {
  const club = { meetingTimes: { en }, meetingDays, meetingPlace: '', fee: { en: 'Free' }, beginnersWelcome: null };
  expect(meetingTexts(club, 'fr')).toMatchObject({ meeting_times: text, fee: { text: 'Gratuit' } });
});

test('finds the clubs that meet each week', () => {
  const weekly = ['Every Monday from 6 pm', 'Tuesdays, 7 pm, and Fridays, 12:30', 'Tous les mardis, dès 18 h'];
  const others = ['Second Saturday of the month', 'Every 2 weeks', '1. und 3. Montag', 'Le jeudi, un sur deux'];
  expect([...weekly, ...others].filter(isWeekly)).toEqual(weekly);
});
