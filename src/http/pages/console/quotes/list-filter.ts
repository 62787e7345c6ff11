import { findCustomer, listCustomers } from '../../../../actions/customer/customers.ts';
import { addDays, endOfDay, isCalendarDate } from '../../../../domain/calendar.ts';
import type { CustomerRecord } from '../../../../domain/customer.ts';
import { isCurrency } from '../../../../domain/money/currency.ts';
import type { QuoteFilter } from '../../../../domain/quote-list/quote-filter.ts';
import { readAmount } from '../../../../i18n/read-amount.ts';
import { writeAmount } from '../../../../i18n/write-number.ts';
import type { ListState } from '../../../../web/console/quotes/list-address.ts';
import type { FilterErrors } from '../../../../web/console/quotes/list-view.ts';
import type { PageContext } from '../console-route.ts';

export interface ReadFilter {
  filter: QuoteFilter;
  /** Of the one who is meant by an identifier, or alone by the name that was typed. */
  customerId: string | null;
  customerName: string | null;
  customerChoices: { id: string; name: string }[];
  errors: FilterErrors;
}

/** What the address asks for. A field that cannot be read narrows nothing, and says so. */
export async function readFilter(context: PageContext, state: ListState): Promise<ReadFilter> {
  const errors: FilterErrors = {};
  const filter: QuoteFilter = {
    search: state.search || undefined,
    statuses: state.status ? [state.status] : undefined,
    ...readDays(context, state, errors),
    ...readSums(context, state, errors),
  };
  const { customer, choices } = await meantCustomer(context, state, errors);
  if (customer) filter.customerId = customer.id;
  // Nobody of that name has a quote, and those of others are not asked for.
  else if (state.customer !== '') filter.customerId = state.customer;
  return {
    filter,
    customerId: customer?.id ?? null,
    customerName: customer?.name ?? null,
    customerChoices: choices,
    errors,
  };
}

function readDays({ account, say }: PageContext, state: ListState, errors: FilterErrors): QuoteFilter {
  const { timeZone } = account;
  const read = (name: 'from' | 'to'): number | undefined => {
    if (state[name] === '') return undefined;
    if (!isCalendarDate(state[name])) {
      errors[name] = say.quotes.dateWrong.replace('{example}', DATE_EXAMPLE);
      return undefined;
    }
    return name === 'to' ? endOfDay(state.to, timeZone) : endOfDay(addDays(state.from, -1), timeZone) + 1;
  };
  return { createdFrom: read('from'), createdTo: read('to') };
}

/** As the field itself takes it. */
const DATE_EXAMPLE = '2026-11-30';

function readSums(
  { account, say, locale }: PageContext,
  state: ListState,
  errors: FilterErrors,
): QuoteFilter {
  const currency = state.currency === '' ? account.currency : state.currency.toUpperCase();
  if (!isCurrency(currency)) {
    errors.currency = say.quotes.currencyWrong.replace('{example}', account.currency);
    return {};
  }
  const read = (name: 'min' | 'max'): number | undefined => {
    if (state[name] === '') return undefined;
    const minor = readAmount(state[name], currency, locale);
    if (minor === undefined) {
      const example = writeAmount(123_450, currency, locale.tag);
      errors[name] = say.quotes.amountWrong.replace('{example}', example);
    }
    return minor;
  };
  const [totalFrom, totalTo] = [read('min'), read('max')];
  // A currency alone is asked for only where it is another one than that of the business.
  const isAsked = totalFrom !== undefined || totalTo !== undefined || currency !== account.currency;
  return isAsked ? { totalFrom, totalTo, currency } : {};
}

type Named = Pick<CustomerRecord, 'id' | 'name'>;

const MOST_CHOICES = 12;

/** By identifier; or by name, if it is that of one alone. */
async function meantCustomer(
  { deps, account, say }: PageContext,
  { customer }: ListState,
  errors: FilterErrors,
): Promise<{ customer?: Named; choices: Named[] }> {
  if (customer === '') return { choices: [] };
  const byId = await findCustomer(deps, account.id, customer);
  if (byId) return { customer: byId, choices: [] };
  const found = await namesLike(deps, account.id, customer, MOST_CHOICES);
  const same = found.filter(({ name }) => name === customer);
  const meant = same.length === 1 ? same[0] : found.length === 1 ? found[0] : undefined;
  if (meant) return { customer: meant, choices: [] };
  if (found.length === 0) errors.customer = say.quotes.customerUnknown.replace('{name}', () => customer);
  return { choices: found };
}

async function namesLike(
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
