import { suggestCustomers } from '../../actions/customers/suggest-customers.ts';
import { findInvoiceByIdOrNumber, listInvoices } from '../../actions/invoices/invoices.ts';
import { findQuoteByIdOrNumber } from '../../actions/quotes/find-quote.ts';
import { listQuotes, parseQuotes } from '../../actions/quotes/list-quotes.ts';
import { rankByName } from '../../actions/rank-by-name.ts';
import { type Invoice, isCreditNote } from '../../domain/invoice/invoice.ts';
import type { ConsoleRoute, PageContext } from './console-route.ts';
import { customerPath } from './resources/customer-path.ts';
import { findSettings } from './settings/find-settings.ts';

interface Place {
  kind: string;
  label: string;
  /** The path below the account. */
  path: string;
}

interface NamedPlace extends Place {
  /** What a search is compared with to find the best match; the label unless given. */
  names?: readonly string[];
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
    const fixed: NamedPlace[] = [...listPages(context), ...listActions(context)];
    if (text === '') return { json: { data: fixed } };
    const named: NamedPlace[] = [...fixed, ...listSettings(context, text)].filter(({ label }) =>
      label.toLowerCase().includes(text.toLowerCase()),
    );
    const found = await Promise.all([
      findCustomers(context, text),
      findQuotes(context, text),
      findInvoices(context, text),
    ]);
    const ranked = rankByName([...named, ...found.flat()], text, ({ label, names }) => names ?? [label]);
    return { json: { data: ranked.map(({ kind, label, path }): Place => ({ kind, label, path })) } };
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

function listSettings(context: PageContext, text: string): Place[] {
  if (context.role !== 'owner') return [];
  const kind = context.t.shell.settings;
  return findSettings(context, text)
    .slice(0, MAX_RESULTS_PER_KIND)
    .map(({ label, path }) => ({ kind, label, path: `settings/${path}` }));
}

async function findQuotes({ deps, account, t, now }: PageContext, q: string): Promise<NamedPlace[]> {
  const page = { limit: MAX_RESULTS_PER_KIND, offset: 0, sort: '-createdAt', now } as const;
  const [exact, found] = await Promise.all([
    findQuoteByIdOrNumber(deps, account.id, q, now),
    listQuotes(deps, account.id, { q }, page),
  ]);
  return putFirst(exact, parseQuotes(found)).map(({ id, number, title }) => ({
    kind: t.shell.paletteQuote,
    label: `${number} ${title}`,
    path: `quotes/${id}`,
    names: [number, title],
  }));
}

async function findCustomers({ deps, account, t }: PageContext, search: string): Promise<NamedPlace[]> {
  const found = await suggestCustomers(deps, account.id, search, MAX_RESULTS_PER_KIND);
  return found.map(({ id, name }) => ({
    kind: t.shell.paletteCustomer,
    label: name,
    path: customerPath(id),
  }));
}

/** Finds invoices and credit notes by number, and by customer. */
async function findInvoices({ deps, account, t, now }: PageContext, text: string): Promise<NamedPlace[]> {
  const page = { limit: MAX_RESULTS_PER_KIND, offset: 0, sort: '-createdAt' } as const;
  const [exact, { docs }] = await Promise.all([
    findInvoiceByIdOrNumber(deps, account.id, text, now),
    listInvoices(deps, account.id, { ...page, search: text }, now),
  ]);
  const listed = docs.map((doc) => JSON.parse(doc) as Invoice);
  return putFirst(exact, listed).map((invoice) => ({
    kind: isCreditNote(invoice) ? t.invoices.creditNote : t.shell.paletteInvoice,
    label: `${invoice.number} ${invoice.customer.name}`,
    path: `invoices/${invoice.id}`,
    names: [invoice.number],
  }));
}

/** Puts the entry with exactly the searched number before those that were found by text. */
function putFirst<Entry extends { id: string }>(exact: Entry | undefined, found: readonly Entry[]): Entry[] {
  return exact ? [exact, ...found.filter(({ id }) => id !== exact.id)] : [...found];
}
