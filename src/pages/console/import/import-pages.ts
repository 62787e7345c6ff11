import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import { type Column, renderTable } from '../resources/list.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';

interface PreviewRow {
  line: number;
  cells: Readonly<Record<string, string>>;
  error: string | undefined;
}

/** Counts of an import or of a dry run. */
interface Counts {
  created: number;
  updated: number;
  unchanged: number;
  bad: number;
}

interface Checked extends Counts {
  /** The first rows only. */
  rows: PreviewRow[];
  total: number;
}

interface BadRow {
  line: number;
  name: string;
  error: string;
}

interface Report extends Counts {
  badRows: BadRow[];
  isInterrupted: boolean;
}

/** What a file is imported to: its value in forms, its name and its page. */
export interface ShownTarget {
  value: string;
  title: string;
  href: string;
}

interface ColumnsView {
  target: ShownTarget;
  /** The uploaded file, carried along in the form. */
  file: string;
  headings: readonly string[];
  fields: readonly (string | null)[];
  labels: Readonly<Record<string, string>>;
  choices: readonly string[];
  /** Error in the assignment of columns. */
  problem: string | undefined;
  checked: Checked | undefined;
  hint: string;
}

/** Assignment of columns, and a preview of the first rows. */
export function buildColumnsPage(viewer: Viewer, view: ColumnsView): ConsolePage {
  const { t, base, locale } = viewer;
  const words = t.settings.data;
  const { target, file, headings, problem, checked, hint } = view;
  const good = checked ? checked.total - checked.bad : 0;
  const path = `${base}/settings/data`;
  return buildSettingsPage(viewer, {
    path: 'data',
    title: `${words.import}: ${target.title}`,
    wide: true,
    notice: problem ? { tone: 'bad', text: problem } : undefined,
    body: html`<form class="part" method="post" enctype="multipart/form-data" action="${path}/import">
<input type="hidden" name="kind" value="${target.value}"><input type="hidden" name="packed" value="${file}">
<h2>${words.columns}</h2><p class="muted">${words.columnsText} ${hint}</p>
<div class="columns">${headings.map((heading, index) => renderColumn(viewer, view, heading, index))}</div>
<div class="actions"><button class="button quiet" type="submit" formaction="${path}/columns">${words.check}</button></div>
${
  checked &&
  html`<h2>${words.preview}</h2>
${renderPreviewRows(viewer, view, checked)}
<p class="muted">${renderExpected(viewer, checked)} ${checked.bad > 0 && counted(viewer, words.bad, checked.bad)}</p>
<div class="actions">${good > 0 && html`<button class="button" type="submit">${fill(pickPlural(words.importRows, good, locale), { n: formatQuantity(good, locale) })}</button>`}<a class="button quiet" href="${path}">${t.forms.cancel}</a></div>`
}
</form>`,
  });
}

function renderExpected({ t, locale }: Viewer, { created, updated, unchanged }: Counts): Html {
  const count = (n: number) => html`<strong>${formatQuantity(n, locale)}</strong>`;
  return fill(t.settings.data.expected, {
    created: count(created),
    updated: count(updated),
    unchanged: count(unchanged),
  });
}

function renderColumn({ t }: Viewer, view: ColumnsView, heading: string, index: number): Html {
  const words = t.settings.data;
  const name =
    heading === ''
      ? fill(words.unnamed, { n: index + 1 })
      : fill(words.column, { name: html`<bdi>${heading}</bdi>` });
  const chosen = view.fields[index] ?? '';
  const options = [
    { value: '', text: words.leaveOut },
    ...view.choices.map((value) => ({ value, text: view.labels[value] ?? value })),
  ];
  return html`<div class="field"><label for="column-${index}">${name}</label><select id="column-${index}" name="column.${index}">${options.map(({ value, text }) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select></div>`;
}

/** Shows each row as a list of its fields: a table with many columns would be read by scrolling sideways. */
function renderPreviewRows({ t }: Viewer, { fields, labels }: ColumnsView, { rows }: Checked): Html {
  const words = t.settings.data;
  const shown = [...new Set(fields.filter((field) => field !== null))];
  const renderRow = ({ line, cells, error }: PreviewRow) => html`<li class="panel">
<p><strong>${words.line} ${line}</strong> ${error ? renderRowError(error) : html`<span class="muted">${words.fine}</span>`}</p>
<dl>${shown.flatMap((field) => {
    const cell = cut(cells[field] ?? '');
    return cell === '' ? [] : html`<div><dt>${labels[field] ?? field}</dt><dd><bdi>${cell}</bdi></dd></div>`;
  })}</dl></li>
`;
  return html`<ol class="import-rows">
${rows.map(renderRow)}</ol>`;
}

function renderRowError(error: HtmlValue): Html {
  return html`<span class="bad">${error}</span>`;
}

const SHOWN = 80;

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}

/** The page of a running or finished import; `body` is its report, or stands for it until there is one. */
export function buildReportPage(viewer: Viewer, { title, href }: ShownTarget, body: Html): ConsolePage {
  const words = viewer.t.settings.data;
  return buildSettingsPage(viewer, {
    path: 'data',
    title: `${words.report}: ${title}`,
    actions: html`<a class="button" href="${href}">${title}</a>`,
    body: html`<div class="import">${body}</div>`,
  });
}

/** Shows the progress of an import. The styles show only the last one, and none above a report. */
export function renderProgress({ t, locale }: Viewer, done: number, total: number): Html {
  const [shown, all] = [done, total].map((n) => formatQuantity(n, locale));
  const text = fill(t.settings.data.progress, { done: shown ?? '', total: all ?? '' });
  return html`<p class="import-progress"><label>${text} <progress max="${total}" value="${done}"></progress></label></p>\n`;
}

export function renderReport(viewer: Viewer, target: ShownTarget, report: Report): Html {
  const { t, base } = viewer;
  const words = t.settings.data;
  const { created, updated, unchanged, bad, badRows, isInterrupted } = report;
  const columns: Column<BadRow>[] = [
    [words.line, ({ line }) => line],
    [target.title, ({ name }) => html`<bdi>${cut(name)}</bdi>`],
    [words.state, ({ error }) => renderRowError(error)],
  ];
  return html`${isInterrupted && html`<div class="notice bad" role="alert" tabindex="-1" autofocus>${words.interrupted}</div>`}
<ul class="counts panel">
<li>${counted(viewer, words.created, created)}</li><li>${counted(viewer, words.updated, updated)}</li><li>${counted(viewer, words.unchanged, unchanged)}</li><li>${counted(viewer, words.bad, bad)}</li></ul>
${bad > 0 && html`<p class="muted">${words.badText}</p>${renderTable(words.report, columns, badRows, { isList: false })}`}
${bad > badRows.length && html`<p class="muted">${counted(viewer, words.moreBad, bad - badRows.length)}</p>`}
<p><a href="${base}/settings/data">${words.again}</a></p>`;
}

function counted({ locale }: Viewer, texts: Parameters<typeof pickPlural>[0], n: number): Html {
  return fill(pickPlural(texts, n, locale), { n: html`<strong>${formatQuantity(n, locale)}</strong>` });
}
