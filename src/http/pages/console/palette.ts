import { listCustomers } from '../../../actions/customer/customers.ts';
import { listQuotes, parseQuotes } from '../../../actions/quote/list-quotes.ts';
import type { CustomerRecord } from '../../../domain/customer.ts';
import { customerPath } from '../../../web/console/customers/customer-path.ts';
import type { ConsoleRoute, PageContext } from './console-route.ts';

interface Place {
  kind: string;
  label: string;
  /** The path below the account. */
  path: string;
}

const MAX_RESULTS_PER_KIND = 5;
/** Maximum length of a search. */
const MAX_SEARCH_LENGTH = 200;

/** Returns the entries of the command palette for a search. */
export const paletteRoute: ConsoleRoute = {
  method: 'GET',
  path: '/palette',
  minRole: 'reader',
  async handle(context) {
    const text = (context.query.q ?? '').trim().slice(0, MAX_SEARCH_LENGTH);
    const fixed = [...listPages(context), ...listActions(context)];
    if (text === '') return { json: { data: fixed } };
    const named = fixed.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
    const [quotes, customers] = await Promise.all([findQuotes(context, text), findCustomers(context, text)]);
    return { json: { data: [...named, ...quotes, ...customers] } };
  },
};

function listPages({ role, t: { shell } }: PageContext): Place[] {
  const kind = shell.palettePage;
  return [
    { kind, label: shell.home, path: '' },
    { kind, label: shell.quotes, path: 'quotes' },
    { kind, label: shell.customers, path: 'customers' },
    { kind, label: shell.invoices, path: 'invoices' },
    { kind, label: shell.catalogue, path: 'catalogue' },
    { kind, label: shell.templates, path: 'templates' },
    ...(role === 'owner' ? [{ kind, label: shell.settings, path: 'settings/business' }] : []),
  ];
}

function listActions({ role, t: { shell } }: PageContext): Place[] {
  if (role === 'reader') return [];
  const kind = shell.paletteAction;
  return [
    { kind, label: shell.newQuote, path: 'quotes/new' },
    { kind, label: shell.newCustomer, path: 'customers/new' },
    { kind, label: shell.newTemplate, path: 'templates/new' },
    { kind, label: shell.newCatalogueItem, path: 'catalogue/new' },
  ];
}

async function findQuotes({ deps, account, t, now }: PageContext, q: string): Promise<Place[]> {
  const page = { limit: MAX_RESULTS_PER_KIND, offset: 0, sort: '-createdAt', now } as const;
  const found = await listQuotes(deps, account.id, { q }, page);
  return parseQuotes(found).map(({ id, number, title }) => ({
    kind: t.shell.paletteQuote,
    label: `${number} ${title}`,
    path: `quotes/${id}`,
  }));
}

async function findCustomers({ deps, account, t }: PageContext, search: string): Promise<Place[]> {
  const { rows } = await listCustomers(deps, account.id, { search, limit: MAX_RESULTS_PER_KIND, offset: 0 });
  return rows.map(({ doc }) => {
    const { id, name } = JSON.parse(doc) as CustomerRecord;
    return {
      kind: t.shell.paletteCustomer,
      label: name,
      path: customerPath(id),
    };
  });
}
