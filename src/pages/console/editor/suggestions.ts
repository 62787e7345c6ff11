import { findPrices, suggestLines } from '../../../actions/catalogue/suggest-lines.ts';
import { suggestCustomers } from '../../../actions/customers/suggest-customers.ts';
import type { ConsoleRoute } from '../console-route.ts';

const MIN_LENGTH = 2;
const MAX_LENGTH = 200;

/** Lines to choose from while a description is typed. */
export const suggestionRoute: ConsoleRoute = {
  method: 'GET',
  path: '/suggestions',
  minRole: 'member',
  async handle({ deps, account, query }) {
    const text = readSearch(query.search);
    if ([...text].length < MIN_LENGTH) return { json: { data: [] } };
    const { currency = account.currency, quote: quoteId, customer: customerId } = query;
    const search = { text, currency, quoteId, customerId };
    return { json: { data: await suggestLines(deps, account.id, search) } };
  },
};

/** Prices that lines of the catalogue take for a customer. */
export const linePriceRoute: ConsoleRoute = {
  method: 'POST',
  path: '/line-prices',
  minRole: 'member',
  async handle({ deps, account, form }) {
    const { currency = '', customer: customerId, items = '' } = form;
    return { json: { data: await findPrices(deps, account.id, { currency, customerId }, items.split(',')) } };
  },
};

const MAX_CUSTOMERS = 8;

/** Customers to choose from while a name is typed, and the recent ones before that. */
export const customerSuggestionRoute: ConsoleRoute = {
  method: 'GET',
  path: '/customer-suggestions',
  minRole: 'member',
  async handle({ deps, account, query }) {
    const found = await suggestCustomers(deps, account.id, readSearch(query.search), MAX_CUSTOMERS);
    return { json: { data: found.map(({ id, name, email }) => ({ id, name, email })) } };
  },
};

function readSearch(search = ''): string {
  return search.replaceAll('\0', '').trim().slice(0, MAX_LENGTH);
}
