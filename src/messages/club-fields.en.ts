import { withLanguages, wordsIn } from './words.ts';

const { number } = wordsIn('en');

const MARKDOWN = 'Formatting: **bold**, *italic*, - list and [text](https://…).';

/** By CSV column. */
export const clubFields = withLanguages('en', {
  name: 'Name',
  short_description: 'Short description',
  is_active: 'Status',
  parent_name: 'Part of',
  logo_url: 'Logo',
  website: 'Website',
  category: 'Categories',
  description: 'Description',
  contact: 'Contact',
  links: 'Links',
  confirmed_on: 'Last checked',
  aliases: 'Other names',
  contact_by: 'Contact for visitors',
  meeting_times: 'Meeting times',
  meeting_days: 'Meeting days',
  meeting_place: 'Meeting place',
  fee: 'Membership fee',
  how_to_join: 'How to join',
  joining_url: 'Link to join',
  joining_from: 'Joining opens on',
  joining_until: 'Joining closes on',
  beginners_welcome: 'Beginners welcome',
});

export const clubHints = {
  short_description: `Shown in the club list. ${MARKDOWN}`,
  is_active: 'Inactive clubs are not shown in the club list by default.',
  parent_name: 'The name of the club that this club is part of, if any.',
  logo_url: 'PNG, JPEG or WebP, up to 2 MB. 400 × 400 pixels are enough.',
  website: 'The full address, such as https://www.example.org',
  category: 'Separate categories with semicolons.',
  description: `Shown on the club’s page. ${MARKDOWN}`,
  contact: 'An e-mail address (name@example.org) or a web address (https://www.example.org/contact).',
  contact_by: 'How visitors can write to you if the contact is an e-mail address.',
  links: 'Up to 20, one per line: a name, then the address. Example: Discord https://discord.gg/…',
  meeting_times: 'For example: Wednesdays, 6–8 pm, during term',
  meeting_days:
    'Visitors filter by them. If you choose none, they are read from the meeting times. Check them when the times change.',
  meeting_place: 'For example: Gym B, or Main building, room 204',
  fee: 'For example: €20 a year, or Free',
  how_to_join: `What a new member does first. ${MARKDOWN}`,
  joining_url: 'A sign-up form or an invitation, for example https://discord.gg/…',
  joining_from:
    'The first day. If new members can join all year, enter today’s date here and none below: the club is shown as open.',
  joining_until: 'The last day. After it, the club is shown as closed to new members.',
  aliases: 'Up to 20, one per line, for example CC or Chess Club. Searches for them suggest this club.',
};

/** In a form and in a file. Each text stands alone. */
export const clubIssues = {
  nul: 'This contains a character that is not allowed.',
  tooLong: ({ limit, length }: { limit: number; length: number }) =>
    `Enter at most ${number(limit)} characters. This has ${number(length)}.`,
  empty: 'Fill in this field.',
  lineBreak: 'Enter a single line, without tabs and control characters.',
  website: 'Enter one web address, such as https://www.example.org, or leave this empty.',
  contact: 'Enter one e-mail address or one web address (https://…). Other details can go in the description.',
  contactBy: 'Enter address, form or both, or leave this empty.',
  tooManyLinks: ({ limit }: { limit: number }) => `Enter at most ${number(limit)} links.`,
  link: 'Enter a name and a web address, such as Forum https://forum.example.org',
  longLink: ({ label, url }: { label: number; url: number }) =>
    `The name of a link can have up to ${number(label)} characters, its address up to ${number(url)}.`,
  aliases: ({ count, length }: { count: number; length: number }) =>
    `Enter at most ${number(count)} names of up to ${number(length)} characters each, one per line or separated by |.`,
  logo: 'Enter an address that begins with /, http:// or https://, or leave this empty.',
  status: 'Enter true or false (or yes or no, oui or non, vrai or faux, 1 or 0).',
  weekdays: 'Enter weekdays, such as “Mon; Thu”, or leave this empty.',
  untilBeforeFrom: 'Enter a day that is not before the day on which joining opens.',
  id: 'Enter a whole number from 1 to 2,147,483,647 without separators, or leave this empty.',
  day: 'Enter a date such as 2026-05-17 (year-month-day), or leave this empty.',
  dayOfTwo: 'This date is ambiguous. Format the column as text and write dates as 2026-05-17 (year-month-day).',
  dayAhead: 'Enter a date that is not in the future.',
  notAllowed: 'You don’t have permission to change this.',
  taken: 'Another club already has this name.',
  unknownParent: ({ near = [] }: { near?: readonly string[] }) =>
    `No club has this name.${near.length > 0 ? ` Did you mean ${near.map((name) => `“${name}”`).join(' or ')}?` : ''}`,
  loop: 'A club cannot be part of itself or of a club below it.',
  logoGone: 'Choose the logo file again.',
};

export const issueInLine = (line: number, issue: string): string => `Line ${number(line)} of this text: ${issue}`;
