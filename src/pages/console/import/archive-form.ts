import { type Html, html } from '../../../domain/markup/html.ts';
import type { Reader } from '../reader.ts';

/** The invoices of a month in one file, folded up. */
export function renderArchiveForm(reader: Reader, today: string): Html {
  const words = reader.t.settings.data;
  return html`<details class="period"><summary class="button quiet">${words.archive}</summary><p class="hint">${words.archiveText}</p>${renderMonthForm(reader, today)}</details>`;
}

/** Chooses the month of an archive. */
export function renderMonthForm(reader: Reader, today: string): Html {
  const words = reader.t.settings.data;
  const months = listMonths(today, reader);
  return html`<form class="actions" method="get" action="${reader.base}/invoices/archive"><label class="visually-hidden" for="month">${words.month}</label><select id="month" name="month">${months.map(({ value, text }) => html`<option value="${value}">${text}</option>`)}</select><button class="button quiet" type="submit">${words.archiveButton}</button></form>`;
}

/** Lists the recent months, newest first, with their localized names. */
function listMonths(today: string, { locale }: Reader): { value: string; text: string }[] {
  const name = new Intl.DateTimeFormat(locale.tag, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
    calendar: 'gregory',
  });
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, back) => {
    const date = new Date(Date.UTC(year, month - 1 - back, 1));
    return { value: date.toISOString().slice(0, 7), text: name.format(date) };
  });
}

const MONTHS = 36;
