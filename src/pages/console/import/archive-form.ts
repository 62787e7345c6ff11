import { type Html, html } from '../../../domain/markup/html.ts';
import type { Viewer } from '../viewer.ts';

/** The invoices of a month in one file, and the way to other files, folded up. */
export function renderArchiveForm(viewer: Viewer, today: string): Html {
  const words = viewer.t.settings.data;
  const { role, base, t } = viewer;
  return html`<details class="period"><summary class="button quiet">${words.archive}</summary><p class="hint">${words.archiveText}</p>${renderMonthForm(viewer, today)}${role !== 'reader' && html`<p><a href="${base}/invoices/books">${t.books.title}</a></p>`}</details>`;
}

/** Chooses the month of an archive. */
export function renderMonthForm(viewer: Viewer, today: string): Html {
  const words = viewer.t.settings.data;
  const months = listMonths(today, viewer);
  return html`<form class="actions" method="get" action="${viewer.base}/invoices/archive"><label class="visually-hidden" for="month">${words.month}</label><select id="month" name="month">${months.map(({ value, text }) => html`<option value="${value}">${text}</option>`)}</select><button class="button quiet" type="submit">${words.archiveButton}</button></form>`;
}

/** Lists the recent months, newest first, with their localized names. */
export function listMonths(today: string, { locale }: Viewer): { value: string; text: string }[] {
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
