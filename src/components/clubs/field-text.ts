import { readAliases } from '../../clubs/record/alias.ts';
import { LABEL_SEPARATOR } from '../../clubs/record/category.ts';
import type { ContactWay } from '../../clubs/record/contact.ts';
import type { KeptField } from '../../clubs/record/texts.ts';
import { formatWeekdays } from '../../lib/weekdays.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { formatDay } from '../../messages/time.ts';

/** The value of a field as people read it: dates, weekdays and choices in words. */
export function describeField(locale: Locale, field: KeptField, text: string): string {
  const { clubForm, clubList, clubSearch } = messages(locale);
  if (text === '') return '';
  if (field === 'confirmed_on' || field === 'joining_from' || field === 'joining_until') return formatDay(locale, text);
  if (field === 'aliases') return readAliases(text).join(', ');
  if (field === 'category') return text.replaceAll(LABEL_SEPARATOR, clubList.categories.separator);
  if (field === 'meeting_days') return formatWeekdays(locale, text, 'long');
  if (field === 'beginners_welcome') return text === 'true' ? clubForm.yesNo.true : clubForm.yesNo.false;
  if (field === 'contact_by') return clubForm.contactWays[text as ContactWay];
  return field !== 'is_active' ? text : text === 'true' ? clubSearch.active : clubSearch.inactive;
}
