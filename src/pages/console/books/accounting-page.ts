import { CHARTS, type RevenueAccount } from '../../../domain/books/accounting.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { TAX_CATEGORIES } from '../../../domain/tax/tax-category.ts';
import { getCategoryName } from '../editor/tax-lines.ts';
import { type FormState, renderField } from '../forms/field.ts';
import { renderForm } from '../forms/form.ts';
import type { Stored } from '../forms/submit.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';

/** The settings that are whole numbers. */
export const NUMBER_FIELDS = [
  { name: 'adviserNumber', min: 1001, max: 9_999_999 },
  { name: 'clientNumber', min: 1, max: 99_999 },
  { name: 'firstDebtorNumber', min: 10_000, max: 699_999_999 },
  { name: 'accountLength', min: 4, max: 8 },
  { name: 'fiscalYearStart', min: 1, max: 12 },
] as const;

/** The columns of the revenue accounts. */
export const REVENUE_FIELDS = [
  'rate',
  'category',
  'account',
  'taxKey',
  'taxType',
] as const satisfies (keyof RevenueAccount)[];

export function rowName(index: number, field: (typeof REVENUE_FIELDS)[number]): string {
  return `accounting.revenueAccounts.${index}.${field}`;
}

export function buildAccountingPage(
  viewer: Viewer,
  state: FormState,
  seen: Stored | undefined,
  notice: ConsolePage['notice'],
): ConsolePage {
  const { base, t } = viewer;
  const words = t.books;
  const path = `${base}/settings/accounting`;
  const form = {
    ...{ action: path, seen, submit: words.save, cancel: path, discard: state.theirs && path },
    fields: html`${renderNumbers(viewer, state)}${renderRevenue(viewer, state)}`,
  };
  const page = buildSettingsPage(viewer, {
    ...{ path: 'accounting', title: words.settings, intro: words.settingsIntro, notice, wide: true },
    actions: html`<a class="button quiet" href="${base}/invoices/books">${words.title}</a>`,
    body: renderForm(form, t),
  });
  return { ...page, styles: [...(page.styles ?? []), 'books.css'] };
}

function renderNumbers({ t, locale }: Viewer, state: FormState): Html {
  const words = t.books;
  const month = new Intl.DateTimeFormat(locale.tag, { month: 'long', timeZone: 'UTC', calendar: 'gregory' });
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    text: month.format(Date.UTC(2026, index, 1)),
  }));
  const field = (name: (typeof NUMBER_FIELDS)[number]['name'], more: object = {}) =>
    renderField(
      {
        name: `accounting.${name}`,
        label: words.fields[name],
        hint: name === 'fiscalYearStart' ? undefined : words.hints[name],
        kind: 'whole',
        isPlain: true,
        ...more,
      },
      state,
      t,
    );
  return html`<fieldset class="rows"><legend>DATEV</legend>
<div class="pair">${field('adviserNumber')}${field('clientNumber')}</div>
<div class="pair">${field('accountLength', { required: true })}${field('firstDebtorNumber')}</div>
${field('fiscalYearStart', { kind: 'select', options: months })}</fieldset>`;
}

/** The account of each rate, as rows with a column per field. */
function renderRevenue({ t, base }: Viewer, state: FormState): Html {
  const words = t.books;
  const rows = Object.keys(state.values).filter((name) => name.endsWith('.rate')).length;
  const charts = [
    { value: '', text: words.noChart },
    ...CHARTS.map((value) => ({ value, text: words.charts[value] })),
  ];
  const categories = [
    { value: '', text: words.byRate },
    ...TAX_CATEGORIES.filter((category) => category !== 'standard').map((value) => ({
      value,
      text: getCategoryName(t.editor, value),
    })),
  ];
  const kinds = {
    rate: 'decimal',
    category: 'select',
    account: 'text',
    taxKey: 'text',
    taxType: 'text',
  } as const;
  const renderRow = (index: number) =>
    html`<div class="revenue">${REVENUE_FIELDS.map((name) =>
      renderField(
        {
          name: rowName(index, name),
          label: words.fields[name],
          kind: kinds[name],
          ...(kinds[name] === 'text' && { autocomplete: 'off' }),
          isPlain: true,
          ...(name === 'category' && { options: categories }),
        },
        state,
        t,
      ),
    )}</div>`;
  return html`<fieldset class="rows"><legend>${words.revenue}</legend><p class="hint">${words.revenueHint}</p>
${renderField({ name: 'accounting.chart', label: words.chart, kind: 'select', options: charts, hint: words.chartHint }, state, t)}
<p>${CHARTS.map((chart) => html`<a class="button quiet" href="${base}/settings/accounting?chart=${chart}">${words.propose[chart]}</a> `)}</p>
${Array.from({ length: rows }, (_, index) => renderRow(index))}</fieldset>`;
}
