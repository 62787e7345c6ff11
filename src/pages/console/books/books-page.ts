import type { BookGap } from '../../../domain/books/find-gaps.ts';
import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { formatNumberInput } from '../../../i18n/format-input.ts';
import type { BookDownload } from '../../../store/tables/books/downloads.ts';
import { fill } from '../../shell.ts';
import { getCategoryName } from '../editor/tax-lines.ts';
import { listMonths } from '../import/archive-form.ts';
import { customerPath } from '../resources/customer-path.ts';
import { type Column, renderTable } from '../resources/list.ts';
import type { ConsolePage } from '../shell.ts';
import { renderCalendarDate, renderDateTime, type Viewer } from '../viewer.ts';

/** The files for the accountant, in the order of the page. */
export const BOOK_FILES = ['sheet', 'datev', 'xero', 'xeroCredits', 'journal'] as const;
export type BookFile = (typeof BOOK_FILES)[number];

export interface BooksView {
  downloads: readonly BookDownload[];
  /** `YYYY-MM-DD` */
  today: string;
  month: string | undefined;
  isEurosOnly: boolean;
  /** What the chosen file lacks. */
  gaps?: readonly BookGap[];
  problem?: string;
}

const MAX_SHOWN_GAPS = 30;

/** The invoices of a month as files for the accountant, and what was downloaded before. */
export function buildBooksPage(viewer: Viewer, view: BooksView): ConsolePage {
  const { t, base, role } = viewer;
  const words = t.books;
  const { gaps, problem } = view;
  const settings = { href: `${base}/settings/accounting`, text: words.settings };
  return {
    section: 'invoices',
    title: words.title,
    back: { href: `${base}/invoices`, text: t.nouns.invoices.title },
    styles: ['nouns.css', 'books.css'],
    actions: role === 'owner' && html`<a class="button quiet" href="${settings.href}">${settings.text}</a>`,
    notice: gaps
      ? { tone: 'bad', text: words.incomplete }
      : problem
        ? { tone: 'bad', text: problem }
        : undefined,
    body: html`<p class="muted">${words.intro}</p>
${gaps && renderGaps(viewer, gaps)}
${renderFiles(viewer, view)}
${renderDownloads(viewer, view.downloads)}`,
  };
}

function renderFiles(viewer: Viewer, { today, month, isEurosOnly }: BooksView): Html {
  const { t, base } = viewer;
  const words = t.books;
  const months = listMonths(today, viewer);
  // The last whole month is what an accountant asks for.
  const chosen = month ?? months[1]?.value;
  return html`<form class="part books" method="post" action="${base}/invoices/books">
<div class="field"><label for="month-of-books">${t.settings.data.month}</label><select id="month-of-books" name="month">${months.map(({ value, text }) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select></div>
<ul class="panel plain">${BOOK_FILES.map((file) => {
    const euros = html`<label><input type="checkbox" name="euros"${isEurosOnly && html` checked`}> ${words.eurosOnly}</label>`;
    const row = { id: file, title: words.files[file], about: words.about[file] };
    const button = html` class="button${file !== 'sheet' && html` quiet`}" name="file" value="${file}"`;
    return renderFile(viewer, row, button, file === 'datev' && euros);
  })}${renderFile(
    viewer,
    { id: 'archive', title: words.files.archive, about: t.settings.data.archiveText },
    html` class="button quiet" formmethod="get" formaction="${base}/invoices/archive"`,
  )}</ul></form>`;
}

interface FileRow {
  id: string;
  title: string;
  about: string;
}

function renderFile(
  { t }: Viewer,
  { id, title, about }: FileRow,
  button: Html,
  more: HtmlValue = false,
): Html {
  return html`<li><div><h2 id="file-${id}">${title}</h2><p class="muted" id="about-${id}">${about}</p>${more}</div>
<button id="get-${id}" type="submit"${button} aria-labelledby="get-${id} file-${id}" aria-describedby="about-${id}">${t.books.download}</button></li>
`;
}

/** Each gap is a sentence, with a link to where it is filled in. */
function renderGaps(viewer: Viewer, gaps: readonly BookGap[]): Html {
  const { t } = viewer;
  const more = gaps.length - MAX_SHOWN_GAPS;
  return html`<ul class="panel gaps">${gaps.slice(0, MAX_SHOWN_GAPS).map((gap) => {
    const text = fill(t.books.gaps[gap.type], describeRow(viewer, gap));
    const href = findPlace(viewer, gap);
    return html`<li>${text}${href && html` <a href="${href}">${t.books.open}</a>`}</li>\n`;
  })}${more > 0 && html`<li>${fill(t.books.moreGaps, { n: more })}</li>`}</ul>`;
}

function describeRow({ t, locale }: Viewer, { row }: BookGap): Record<string, Html | string> {
  if (!row) return {};
  const { invoice, rate, category, revenue } = row;
  const name = category === null || category === 'standard' ? '' : `, ${getCategoryName(t.editor, category)}`;
  return {
    rate: `${formatNumberInput(rate, locale.tag)} %${name}`,
    number: html`<bdi class="number">${invoice.number}</bdi>`,
    customer: html`<bdi>${invoice.customer.name}</bdi>`,
    currency: invoice.currency,
    account: html`<bdi>${revenue?.account ?? ''}</bdi>`,
  };
}

function findPlace({ base, role }: Viewer, { path, row }: BookGap): string | undefined {
  if (path.startsWith('/account/')) return role === 'owner' ? `${base}/settings/accounting` : undefined;
  if (!row) return undefined;
  const { id, customerId } = row.invoice;
  return path.startsWith('/customers/')
    ? `${base}/${customerPath(customerId)}/edit`
    : `${base}/invoices/${id}`;
}

function renderDownloads(viewer: Viewer, downloads: readonly BookDownload[]): Html | false {
  const words = viewer.t.books;
  const columns: Column<BookDownload>[] = [
    [words.file, ({ kind }) => words.files[kind]],
    [
      words.period,
      ({ from, to }) => html`${renderCalendarDate(viewer, from)} – ${renderCalendarDate(viewer, to)}`,
    ],
    [words.downloadedAt, ({ at }) => renderDateTime(new Date(at).toISOString(), viewer)],
  ];
  return (
    downloads.length > 0 &&
    html`<section class="part" aria-labelledby="downloads"><h2 id="downloads">${words.downloads}</h2><p class="muted">${words.downloadsText}</p>
${renderTable(words.downloads, columns, downloads, { isList: false })}</section>`
  );
}
