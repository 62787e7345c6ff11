import { listCustomers } from '../../../actions/customer/customers.ts';
import { listQuotes, quotesIn } from '../../../actions/quote/list-quotes.ts';
import type { CustomerRecord } from '../../../domain/customer.ts';
import { customerPath } from '../../../web/console/customers/customer-path.ts';
import type { ConsoleRoute, PageContext } from './console-route.ts';

interface Place {
  kind: string;
  label: string;
  /** The path below the account. */
  path: string;
}

const FOUND_OF_EACH = 5;
/** Maximum length of a search. */
const MAX_TEXT = 200;

/** Returns the entries of the command palette for a search. */
export const paletteRoute: ConsoleRoute = {
  method: 'GET',
  path: '/palette',
  minRole: 'reader',
  async handle(context) {
    const text = (context.query.q ?? '').trim().slice(0, MAX_TEXT);
    const fixed = [...pages(context), ...actions(context)];
    if (text === '') return { json: { data: fixed } };
    const named = fixed.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
    const [quotes, customers] = await Promise.all([
      foundQuotes(context, text),
      foundCustomers(context, text),
    ]);
    return { json: { data: [...named, ...quotes, ...customers] } };
  },
};

function pages({ role, say: { shell } }: PageContext): Place[] {
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

function actions({ role, say: { shell } }: PageContext): Place[] {
  if (role === 'reader') return [];
  const kind = shell.paletteAction;
  return [
    { kind, label: shell.newQuote, path: 'quotes/new' },
    { kind, label: shell.newCustomer, path: 'customers/new' },
    { kind, label: shell.newTemplate, path: 'templates/new' },
    { kind, label: shell.newCatalogueItem, path: 'catalogue/new' },
  ];
}

async function foundQuotes({ deps, account, say, now }: PageContext, search: string): Promise<Place[]> {
  const page = { limit: FOUND_OF_EACH, offset: 0, sort: '-createdAt', now } as const;
  const found = await listQuotes(deps, account.id, { search }, page);
  return quotesIn(found).map(({ id, number, title }) => ({
    kind: say.shell.paletteQuote,
    label: `${number} ${title}`,
    path: `quotes/${id}`,
  }));
}

async function foundCustomers({ deps, account, say }: PageContext, search: string): Promise<Place[]> {
  const { rows } = await listCustomers(deps, account.id, { search, limit: FOUND_OF_EACH, offset: 0 });
  return rows.map(({ doc }) => {
    const { id, name } = JSON.parse(doc) as CustomerRecord;
    return {
      kind: say.shell.paletteCustomer,
      label: name,
      path: customerPath(id),
    };
  });
}
