import { changeAccount, readAccount } from '../../../actions/account/change-account.ts';
import { checkAccount } from '../../../api/schemas/account/account.ts';
import {
  type Accounting,
  type AccountingPatch,
  CHARTS,
  findAccountingErrors,
  patchAccounting,
  proposeAccounts,
  type RevenueAccount,
} from '../../../domain/books/accounting.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { TAX_CATEGORIES } from '../../../domain/tax/tax-category.ts';
import { formatNumberInput } from '../../../i18n/format-input.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { parseDecimal } from '../../../i18n/parse-amount.ts';
import type { Form } from '../../form-fields.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { Values } from '../forms/field.ts';
import { type FieldRules, translateErrors } from '../forms/field-errors.ts';
import { renderFormNotice } from '../forms/form.ts';
import { emptyToNull, readTyped } from '../forms/form-values.ts';
import { type Stored, submitForm } from '../forms/submit.ts';
import { renderDoneNotice } from '../resources/resource-page.ts';
import { buildAccountingPage, NUMBER_FIELDS, REVENUE_FIELDS, rowName } from './accounting-page.ts';

const PATH = '/settings/accounting';
const EMPTY_ROWS = 3;
const MAX_ROWS = 50;

/** How invoices are booked: the numbers of the business at its adviser, and the account of each tax rate. */
export const accountingSettingRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'owner', handle: show },
  { method: 'POST', path: PATH, minRole: 'owner', handle: save },
];

async function show(context: PageContext): Promise<PageReply> {
  const { query, locale, t, account } = context;
  const seen = await readStored(context);
  const chart = CHARTS.find((known) => known === query.chart);
  const notice = renderDoneNotice(query.done, t);
  if (!chart)
    return { page: buildAccountingPage(context, { values: seen.values, errors: {} }, seen, notice) };
  // What is saved stays; the rest of the chart is proposed.
  const { revenueAccounts: saved, accountLength } = account.accounting;
  const isNew = ({ rate, category }: RevenueAccount) =>
    !saved.some((entry) => entry.rate === rate && entry.category === category);
  const proposed = [...saved, ...proposeAccounts(chart, accountLength).filter(isNew)];
  const values = toValues({ ...account.accounting, chart, revenueAccounts: proposed }, locale);
  const info = { tone: 'info', text: t.books.proposed } as const;
  return { page: buildAccountingPage(context, { values, errors: {} }, seen, info) };
}

function save(context: PageContext): Promise<PageReply> {
  const { deps, account, locale, t, base, form, now } = context;
  const typed = readTyped(form, listNames(countRows(form)));
  const rows = listFilledRows(typed);
  const accounting = toAccounting(typed, rows, locale);
  const found = checkAccount({ accounting });
  if (found.length === 0)
    found.push(...findAccountingErrors(patchAccounting(account.accounting, accounting)));
  const errors = translateErrors(mapToRows(found, rows), getRules(typed), typed, t);
  return submitForm(context, {
    typed,
    errors,
    stored: () => readStored(context),
    show: async (state, seen) => buildAccountingPage(context, state, seen, renderFormNotice(state, context)),
    save: async (expectVersion) => {
      await changeAccount(deps, account.id, { patch: { accounting }, expectVersion }, now);
      return `${base}${PATH}?done=saved`;
    },
  });
}

async function readStored({ deps, account, locale }: PageContext): Promise<Stored> {
  const { account: current, version } = await readAccount(deps, account.id);
  return { version, values: toValues(current.accounting, locale) };
}

function toValues(accounting: Accounting, { tag }: Locale): Values {
  const { chart, revenueAccounts } = accounting;
  const empty = { rate: '', category: '', account: '', taxKey: '', taxType: '' };
  const filled = revenueAccounts.map(({ rate, category, account, taxKey, taxType }) => ({
    ...{
      rate: formatNumberInput(rate, tag),
      category: category === 'standard' ? '' : (category ?? ''),
      account,
    },
    ...{ taxKey: taxKey ?? '', taxType: taxType ?? '' },
  }));
  const rows = [...filled, ...new Array<typeof empty>(EMPTY_ROWS).fill(empty)].slice(0, MAX_ROWS);
  return {
    'accounting.chart': chart ?? '',
    ...Object.fromEntries(
      NUMBER_FIELDS.map(({ name }) => [`accounting.${name}`, String(accounting[name] ?? '')]),
    ),
    ...Object.fromEntries(
      rows.flatMap((row, index) => REVENUE_FIELDS.map((field) => [rowName(index, field), row[field]])),
    ),
  };
}

function countRows(form: Form): number {
  const rows = Object.keys(form).filter((name) => /^accounting\.revenueAccounts\.\d{1,2}\.rate$/.test(name));
  return Math.min(rows.length, MAX_ROWS);
}

function listNames(rows: number): string[] {
  const indexes = Array.from({ length: rows }, (_, index) => index);
  return [
    'accounting.chart',
    ...NUMBER_FIELDS.map(({ name }) => `accounting.${name}`),
    ...indexes.flatMap((index) => REVENUE_FIELDS.map((field) => rowName(index, field))),
  ];
}

/** A row with only a category has been left over from choosing in it. */
function listFilledRows(typed: Values): number[] {
  return Array.from({ length: MAX_ROWS }, (_, index) => index).filter(
    (index) => typed[rowName(index, 'rate')] || typed[rowName(index, 'account')],
  );
}

/** What is no number becomes one that the API rejects. */
function toAccounting(typed: Values, rows: readonly number[], locale: Locale): AccountingPatch {
  const readWhole = (name: string) => {
    const text = typed[`accounting.${name}`] ?? '';
    return text === '' ? null : (parseDecimal(text, locale) ?? -1);
  };
  const cell = (index: number, field: (typeof REVENUE_FIELDS)[number]) => typed[rowName(index, field)] ?? '';
  return {
    chart: CHARTS.find((known) => known === typed['accounting.chart']) ?? null,
    ...(Object.fromEntries(NUMBER_FIELDS.map(({ name }) => [name, readWhole(name)])) as Partial<Accounting>),
    revenueAccounts: rows.map((index) => ({
      rate: parseDecimal(cell(index, 'rate'), locale) ?? -1,
      category: TAX_CATEGORIES.find((known) => known === cell(index, 'category')) ?? null,
      account: cell(index, 'account'),
      taxKey: emptyToNull(cell(index, 'taxKey')),
      taxType: emptyToNull(cell(index, 'taxType')),
    })),
  };
}

/** The API counts only the rows that are filled in. */
function mapToRows(errors: readonly FieldError[], rows: readonly number[]): FieldError[] {
  return errors.map((error) => ({
    ...error,
    path: error.path.replace(/(revenueAccounts\/)(\d+)/, (_, list, index) => `${list}${rows[Number(index)]}`),
  }));
}

function getRules(typed: Values): FieldRules {
  const rules: FieldRules = {};
  for (const name of Object.keys(typed)) rules[name] = {};
  for (const { name, min, max } of NUMBER_FIELDS)
    rules[`accounting.${name}`] = {
      wrong: 'range',
      minValue: min,
      maxValue: max,
      required: name === 'accountLength',
    };
  for (const name of Object.keys(typed)) {
    if (name.endsWith('.rate')) rules[name] = { wrong: 'percent' };
    if (name.endsWith('.category')) rules[name] = { wrong: 'taxMismatch' };
    if (name.endsWith('.account')) rules[name] = { required: true, wrong: 'accountCode' };
  }
  return rules;
}
