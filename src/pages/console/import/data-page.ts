import { type Html, html } from '../../../domain/markup/html.ts';
import { formatBytes, formatQuantity } from '../../../i18n/format.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';
import { renderMonthForm } from './archive-form.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Limits {
  bytes: number;
  rows: number;
  /** `YYYY-MM-DD` */
  today: string;
  /** Price lists that a file can be imported to. */
  lists: readonly { value: string; text: string }[];
}

export interface DataPageView {
  kind?: string | undefined;
  problem?: string | undefined;
  /** Whether the page links to the report on the installation. */
  isFirst?: boolean;
}

export function buildDataPage(
  viewer: Viewer,
  limits: Limits,
  { kind = 'customers', problem, isFirst = false }: DataPageView = {},
): ConsolePage {
  const { title, intro } = viewer.t.settings.data;
  return buildSettingsPage(viewer, {
    path: 'data',
    title,
    intro,
    notice: problem ? { tone: 'bad', text: problem } : undefined,
    body: html`${renderImport(viewer, limits, kind, problem)}
${renderExport(viewer, limits.today)}
${isFirst && html`<p><a href="${viewer.base}/settings/installation">${viewer.t.installation.title}</a></p>`}`,
  });
}

function renderImport({ base, t, locale }: Viewer, limits: Limits, kind: string, problem?: string): Html {
  const words = t.settings.data;
  const hint = fill(words.fileHint, {
    size: formatBytes(limits.bytes, locale),
    rows: formatQuantity(limits.rows, locale),
  });
  const targets = [
    { value: 'customers', text: words.customers },
    { value: 'catalogue', text: words.catalogue },
    ...limits.lists.map(({ value, text }) => ({ value, text: `${t.priceLists.single}: ${text}` })),
  ];
  return html`<section class="part" aria-labelledby="import"><h2 id="import">${words.import}</h2><p class="muted">${words.importText}</p>
<form class="form" method="post" enctype="multipart/form-data" action="${base}/settings/data/columns">
<div class="field"><label for="kind">${words.kind}</label><select id="kind" name="kind">${targets.map(({ value, text }) => html`<option value="${value}"${value === kind && html` selected`}>${text}</option>`)}</select></div>
<div class="field"><label for="file">${words.file}</label><p class="hint" id="file-hint">${hint}</p>
<input type="file" id="file" name="file" accept=".csv,text/csv,.xlsx,${XLSX}" required aria-describedby="file-hint${problem && ' file-error'}"${problem && html` aria-invalid="true"`}>
${problem && html`<p class="error" id="file-error">${icon('alert')} <span>${problem}</span></p>`}</div>
<div class="actions"><button class="button" type="submit">${words.next}</button></div></form></section>`;
}

function renderExport(viewer: Viewer, today: string): Html {
  const { base, t } = viewer;
  const words = t.settings.data;
  const path = `${base}/settings/data`;
  return html`<section class="part" aria-labelledby="export"><h2 id="export">${words.export}</h2><p class="muted">${words.exportText}</p>
<div class="actions"><a class="button quiet" href="${path}/quotes.csv" download>${words.exportQuotes}</a><a class="button quiet" href="${path}/customers.csv" download>${words.exportCustomers}</a><a class="button quiet" href="${path}/invoices.csv" download>${words.exportInvoices}</a></div>
<h3>${words.archive}</h3><p class="muted">${words.archiveText}</p>
${renderMonthForm(viewer, today)}
<p><a href="${base}/invoices/books">${t.books.title}</a></p>
<h3>${words.everything}</h3><p class="muted">${words.everythingText}</p>
<div class="actions"><a class="button quiet" href="${path}/account.zip">${words.everythingButton}</a></div></section>`;
}
