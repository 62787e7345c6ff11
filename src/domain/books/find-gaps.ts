import { type FieldError, Problem } from '../errors.ts';
import { MAX_FIELD_ERRORS } from '../field-errors.ts';
import { type Accounting, describeDebtorRange, getDebtorRange } from './accounting.ts';
import type { BookRow } from './book-row.ts';
import { MAX_DATEV_NUMBER_LENGTH, toDatevNumber } from './datev.ts';
import { fitsWindows1252 } from './windows-1252.ts';

/** What an export lacks, and the document that needs it. */
export interface BookGap {
  type:
    | 'adviserNumber'
    | 'clientNumber'
    | 'revenueAccount'
    | 'accountLength'
    | 'taxType'
    | 'debtorNumber'
    | 'currency'
    | 'number';
  path: string;
  message: string;
  row?: BookRow;
}

/** The gaps in their order, each once: many documents may have the same. */
type Gaps = Map<string, BookGap>;

/** Thrown before a file is made that would lack something. */
export class ExportIncomplete extends Problem {
  readonly gaps: readonly BookGap[];

  constructor(gaps: readonly BookGap[]) {
    const shown = gaps.slice(0, MAX_FIELD_ERRORS);
    const errors = shown.map(({ path, message }): FieldError => ({ in: 'data', path, message }));
    const [{ path, message } = { path: '', message: '' }] = errors;
    const extra = gaps.length > shown.length ? { errorsOmitted: true } : {};
    super('export_incomplete', `The export is not complete: ${path} ${message}; see "errors".`, {
      ...{ errors, extra },
    });
    this.gaps = gaps;
  }
}

const SETTINGS = '/account/accounting';

/** Finds what a file for DATEV lacks. */
export function findDatevGaps(rows: readonly BookRow[], accounting: Accounting): BookGap[] {
  const { accountLength, revenueAccounts } = accounting;
  const gaps: Gaps = new Map();
  for (const type of ['adviserNumber', 'clientNumber'] as const) {
    const path = `${SETTINGS}/${type}`;
    if (accounting[type] === null) add(gaps, { type, path, message: 'is missing: DATEV requires it' });
  }
  const { min, max } = getDebtorRange(accountLength);
  const isAccount = new RegExp(`^\\d{${accountLength}}$`);
  const numbers = new Map<string, string>();
  for (const row of rows) {
    const { invoice, debtorNumber, revenue } = row;
    const { id, number, currency, customerId, customer } = invoice;
    if (!revenue) addRevenueGap(gaps, row);
    else if (!isAccount.test(revenue.account)) {
      const path = `${SETTINGS}/revenueAccounts/${revenueAccounts.indexOf(revenue)}/account`;
      add(gaps, { type: 'accountLength', path, message: `must have ${accountLength} digits`, row });
    }
    if (debtorNumber === null || debtorNumber < min || debtorNumber > max) {
      const path = `/customers/${encodeURIComponent(customerId)}/debtorNumber`;
      const message =
        debtorNumber === null
          ? `is missing: ${customer.name} has ${number}. accounting.firstDebtorNumber gives numbers`
          : `${describeDebtorRange(accountLength)}: ${customer.name} has ${number}`;
      add(gaps, { type: 'debtorNumber', path, message, row });
    }
    if (currency !== 'EUR') {
      const message = `is ${currency} (${number}): currency=EUR leaves it out`;
      add(gaps, { type: 'currency', path: `/invoices/${id}/currency`, message, row });
    }
    const shown = toDatevNumber(number);
    const other = numbers.get(shown) ?? id;
    numbers.set(shown, other);
    if (number.length > MAX_DATEV_NUMBER_LENGTH || !fitsWindows1252(number) || shown === '' || other !== id) {
      const message = `does not fit (${number}): DATEV takes ${MAX_DATEV_NUMBER_LENGTH} letters, digits or $ % & * + - / _, and the number of a document once`;
      add(gaps, { type: 'number', path: `/invoices/${id}/number`, message, row });
    }
  }
  return [...gaps.values()];
}

/** Finds what a file for Xero lacks. */
export function findXeroGaps(rows: readonly BookRow[], { revenueAccounts }: Accounting): BookGap[] {
  const gaps: Gaps = new Map();
  for (const row of rows) {
    if (!row.revenue) addRevenueGap(gaps, row);
    else if (row.revenue.taxType === null) {
      const path = `${SETTINGS}/revenueAccounts/${revenueAccounts.indexOf(row.revenue)}/taxType`;
      const message = `is missing: the name of the tax rate in Xero, ${describeRate(row)}`;
      add(gaps, { type: 'taxType', path, message, row });
    }
  }
  return [...gaps.values()];
}

function addRevenueGap(gaps: Gaps, row: BookRow): void {
  const message = `has no account for ${describeRate(row)}`;
  const gap = { type: 'revenueAccount', path: `${SETTINGS}/revenueAccounts`, message, row } as const;
  add(gaps, gap, `${row.rate} ${row.category}`);
}

function describeRate({ rate, category, invoice }: BookRow): string {
  return `${rate} % ${category ?? 'without a category'}, as in ${invoice.number}`;
}

function add(gaps: Gaps, gap: BookGap, key = gap.path): void {
  if (!gaps.has(key)) gaps.set(key, gap);
}
