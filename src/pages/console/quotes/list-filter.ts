import { findCustomer, listCustomers } from '../../../actions/customers/customers.ts';
import { addDays, endOfDay, isCalendarDate } from '../../../domain/calendar.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { isCurrency } from '../../../domain/money/currency.ts';
import { type QuoteFilter, WAITING_STATUSES } from '../../../domain/quote/list/quote-filter.ts';
import { needsCosts, needsCurrency, type QuoteSort } from '../../../domain/quote/list/quote-sorts.ts';
import { formatAmountInput } from '../../../i18n/format-input.ts';
import { parseAmount } from '../../../i18n/parse-amount.ts';
import type { PageContext } from '../console-route.ts';
import { DEFAULT_SORT, type ListState } from './list-url.ts';
import type { FilterErrors } from './list-view.ts';

export interface ReadFilter {
  filter: QuoteFilter;
  /** The default order if amounts cannot be compared or margins may not be seen. */
  sort: QuoteSort;
  /** The customer with the typed id, or the only one with the typed name. */
  customerId: string | null;
  customerName: string | null;
  customerChoices: { id: string; name: string }[];
  errors: FilterErrors;
}

/** Reads the filter from the URL. An invalid field is ignored and reported. */
export async function readFilter(context: PageContext, state: ListState): Promise<ReadFilter> {
  const errors: FilterErrors = {};
  const filter: QuoteFilter = {
    q: state.search || undefined,
    statuses: state.status ? [state.status] : state.approval ? WAITING_STATUSES : undefined,
    approval: state.approval || undefined,
    ...readDays(context, state, errors),
    ...readSums(context, state, errors),
  };
  const { customer, choices } = await resolveCustomer(context, state, errors);
  if (customer) filter.customerId = customer.id;
  // No single customer matches, so the list must be empty instead of showing the quotes of others.
  else if (state.customer !== '') filter.customerId = state.customer;
  const isComparable =
    (filter.currency !== undefined || !needsCurrency(state.sort)) &&
    (context.seesCosts || !needsCosts(state.sort));
  return {
    filter,
    sort: isComparable ? state.sort : DEFAULT_SORT,
    customerId: customer?.id ?? null,
    customerName: customer?.name ?? null,
    customerChoices: choices,
    errors,
  };
}

function readDays({ account, t }: PageContext, state: ListState, errors: FilterErrors): QuoteFilter {
  const { timeZone } = account;
  const read = (name: 'from' | 'to'): number | undefined => {
    if (state[name] === '') return undefined;
    if (!isCalendarDate(state[name])) {
      errors[name] = t.quotes.dateWrong.replace('{example}', DATE_EXAMPLE);
      return undefined;
    }
    return name === 'to' ? endOfDay(state.to, timeZone) : endOfDay(addDays(state.from, -1), timeZone) + 1;
  };
  return { createdFrom: read('from'), createdTo: read('to') };
}

/** An example in the format that the field accepts. */
const DATE_EXAMPLE = '2026-11-30';

function readSums({ account, t, locale }: PageContext, state: ListState, errors: FilterErrors): QuoteFilter {
  const currency = state.currency === '' ? account.currency : state.currency.toUpperCase();
  if (!isCurrency(currency)) {
    errors.currency = t.quotes.currencyWrong.replace('{example}', account.currency);
    return {};
  }
  const read = (name: 'min' | 'max'): number | undefined => {
    if (state[name] === '') return undefined;
    const minor = parseAmount(state[name], currency, locale);
    if (minor === undefined) {
      const example = formatAmountInput(123_450, currency, locale.tag);
      errors[name] = t.quotes.amountWrong.replace('{example}', example);
    }
    return minor;
  };
  const [totalFrom, totalTo] = [read('min'), read('max')];
  // A currency without amounts filters only if it differs from that of the account, or if amounts are compared.
  const isAsked =
    totalFrom !== undefined ||
    totalTo !== undefined ||
    currency !== account.currency ||
    needsCurrency(state.sort);
  return isAsked ? { totalFrom, totalTo, currency } : {};
}

type Named = Pick<CustomerRecord, 'id' | 'name'>;

const MAX_CHOICES = 12;

/** Finds a customer by id, or by name if only one matches. */
async function resolveCustomer(
  { deps, account, t }: PageContext,
  { customer }: ListState,
  errors: FilterErrors,
): Promise<{ customer?: Named; choices: Named[] }> {
  if (customer === '') return { choices: [] };
  const byId = await findCustomer(deps, account.id, customer);
  if (byId) return { customer: byId, choices: [] };
  const found = await findByName(deps, account.id, customer, MAX_CHOICES);
  const same = found.filter(({ name }) => name === customer);
  const meant = same.length === 1 ? same[0] : found.length === 1 ? found[0] : undefined;
  if (meant) return { customer: meant, choices: [] };
  if (found.length === 0) errors.customer = t.quotes.customerUnknown.replace('{name}', () => customer);
  return { choices: found };
}

async function findByName(
  deps: PageContext['deps'],
  accountId: string,
  search: string,
  limit: number,
): Promise<Named[]> {
  const { rows } = await listCustomers(deps, accountId, { search, limit, offset: 0 });
  return rows.map(({ doc }) => {
    const { id, name } = JSON.parse(doc) as CustomerRecord;
    return { id, name };
  });
}
