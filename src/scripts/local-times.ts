import { dateFormat } from '../messages/date-format.ts';

/** Shows times in the time zone of the browser. */
const format = dateFormat(document.documentElement.lang, 'time');

function showLocalTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]'))
    time.textContent = format(new Date(time.dateTime));
}

showLocalTimes();
document.addEventListener('htmx:after:swap', showLocalTimes);
