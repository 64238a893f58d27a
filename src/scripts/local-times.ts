/** Shows times in the time zone of the browser. */
const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function showLocalTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]'))
    // In French the first of a month is an ordinal.
    time.textContent = format.format(new Date(time.dateTime)).replace(/^1 /, '1er ');
}

showLocalTimes();
document.addEventListener('htmx:after:swap', showLocalTimes);

export {};
