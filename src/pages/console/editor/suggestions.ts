import { suggestLines } from '../../../actions/catalogue/suggest-lines.ts';
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
    const search = { text, currency: query.currency ?? account.currency, quoteId: query.quote };
    return { json: { data: await suggestLines(deps, account.id, search) } };
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
