import { isCalendarDate, toCalendarDate } from '../../../../domain/calendar.ts';
import type { InvoiceFilter, InvoiceSort } from '../../../../domain/invoice/invoice-filter.ts';
import { AGES, type Age, toDueRange } from '../../../../domain/quote/statistics/receivables.ts';
import type { PageContext } from '../../console-route.ts';
import { readPageQuery } from '../../resources/resource-routes.ts';

/** Tabs of the list. `overdue` and `credit` are no statuses, but what people look for. */
export const INVOICE_TABS = ['DRAFT', 'ISSUED', 'overdue', 'PAID', 'CREDITED', 'credit'] as const;
export type InvoiceTab = (typeof INVOICE_TABS)[number];

const DEFAULT_SORT: InvoiceSort = '-createdAt';
/** The orders that headings offer. */
const SORTS = ['dueDate', '-dueDate', 'issueDate', '-issueDate'] as const;

/** What the URL of the list says, as typed. */
export interface InvoiceListState {
  tab: InvoiceTab | null;
  customerId: string | undefined;
  /** How long the invoices are overdue. */
  age: Age | undefined;
  from: string;
  to: string;
  sort: InvoiceSort;
  errors: Partial<Record<string, string>>;
  /** `YYYY-MM-DD` */
  today: string;
}

/** Reads the filter from the URL. An invalid date is reported, and everything else that is invalid is ignored. */
export function readInvoiceFilter(context: PageContext): { state: InvoiceListState; filter: InvoiceFilter } {
  const { query, t, account, now } = context;
  const today = toCalendarDate(now, account.timeZone);
  const { from = '', to = '' } = query;
  const errors: InvoiceListState['errors'] = {};
  const day = (name: 'from' | 'to', text: string) => {
    if (text === '' || isCalendarDate(text)) return text || undefined;
    errors[name] = t.invoices.dateWrong;
    return undefined;
  };
  const tab = INVOICE_TABS.find((name) => name === query.status) ?? null;
  const age = tab === 'overdue' ? AGES.find((each) => String(each.from) === query.age) : undefined;
  const due = age && toDueRange(age, today);
  const customerId = query.customer || undefined;
  const { search } = readPageQuery(context);
  const sort = SORTS.find((name) => name === query.sort) ?? DEFAULT_SORT;
  return {
    state: { tab, customerId, age, from, to, sort, errors, today },
    filter: {
      ...{ search, customerId, issuedFrom: day('from', from), issuedTo: day('to', to) },
      ...(due && { dueFrom: due.from, dueTo: due.to }),
      ...toStatusFilter(tab),
    },
  };
}

/** The query that leads to the same list, without its page. */
export function toListQuery(
  { tab, customerId, age, from, to, sort }: InvoiceListState,
  search: string | undefined,
): Record<string, string | undefined> {
  return {
    ...{ search, customer: customerId, status: tab ?? undefined, age: age && String(age.from) },
    ...{ from: from || undefined, to: to || undefined, sort: sort === DEFAULT_SORT ? undefined : sort },
  };
}

/** Credit notes are issued and stay so: they have a tab of their own. */
function toStatusFilter(tab: InvoiceTab | null): InvoiceFilter {
  if (tab === null) return {};
  if (tab === 'overdue') return { overdue: true };
  if (tab === 'credit') return { kind: 'CREDIT_NOTE' };
  return { statuses: [tab], kind: 'INVOICE' };
}
