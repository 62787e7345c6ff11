import { CONSOLE_ROUTES } from '../../../src/pages/console/routes.ts';
import { camt } from '../../fixtures/camt.ts';
import { createQuote, draftInvoice, issuedInvoice, quoteIn, sentQuote } from '../api/quotes.ts';
import type { TestPerson } from '../console/sign-in.ts';
import { uploadForm } from '../console/upload.ts';
import type { Json } from '../service/client.ts';
import type { TestAccount } from '../service/service.ts';

/** A page of the console: its route, and a path that answers with it. */
export interface ConsolePageSample {
  route: string;
  path: string;
}

/** Every file and frame that is answered to a GET; all other routes are pages. */
const NO_PAGES =
  /^\/(palette|suggestions|customer-suggestions|settings\/sessions|invoices\/archive)$|\/(export|preview|pdf|xml|html|source|electronic|evidence)$|(:id|invoice)\/document$|\.(csv|zip)$|\/attachments\//;
/** Routes whose pages need what a test of their own sets up: an approval, a payment at a provider, and the first account. */
const TESTED_ELSEWHERE = [
  ...['/quotes/:id/approval', '/invoices/:id/payments/:paymentId/refund'],
  '/settings/installation',
];

/** Fills the account with something of everything, and returns a path of each page that its owner can open. */
export async function listConsolePages(
  url: string,
  account: TestAccount,
  owner: TestPerson,
): Promise<ConsolePageSample[]> {
  const ids = await fillAccount(url, account, owner);
  const routes = CONSOLE_ROUTES.filter(({ method, path }) => method === 'GET' && !NO_PAGES.test(path))
    .map(({ path }) => path)
    .filter((path) => !TESTED_ELSEWHERE.includes(path));
  return Promise.all(routes.map(async (route) => ({ route, path: await findOpenPath(owner, route, ids) })));
}

/** Tries the objects of the noun in turn: a step is open in some statuses only. */
async function findOpenPath(
  owner: TestPerson,
  route: string,
  ids: Record<string, string[]>,
): Promise<string> {
  const noun = route.slice(0, route.indexOf('/:id'));
  for (const id of route.includes('/:id') ? (ids[noun] ?? []) : ['']) {
    const path = `/${owner.accountId}${route.replace(':id', id)}`;
    const { status, headers } = await owner.page(path);
    if (status === 200 && headers.get('Content-Type')?.startsWith('text/html')) return path;
  }
  throw new Error(`No object of the sample account has a page at ${route}.`);
}

/** Creates objects in every status, and returns their IDs by the path of their noun. */
async function fillAccount(
  url: string,
  account: TestAccount,
  owner: TestPerson,
): Promise<Record<string, string[]>> {
  const customer = { customerId: account.customerId };
  const quotes: string[] = [];
  for (const status of ['SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED', 'DRAFT']) {
    quotes.push((await quoteIn(withCustomer(account), status)).id);
  }
  quotes.push((await sentQuote(account, { ...customer, terms: 'Payment within 14 days.' })).id);
  quotes.push((await createQuote(account, { ...customer, items: MANY_ITEMS })).id);
  const care = { description: 'Care', quantity: 1, unitPrice: 8000, recurring: { interval: 'month' } };
  const { id: recurring } = await createQuote(account, { ...customer, items: [care] });
  await account.post(`/quotes/${recurring}/convert-to-invoice`);
  quotes.push(recurring);
  const draft = await draftInvoice(account, customer);
  const issued = await issuedInvoice(account, customer);
  const { body: item } = await account.post('/catalogue-items', { description: 'Work', unitPrice: 10_000 });
  const { body: list } = await account.post('/price-lists', { name: 'Resellers' });
  await account.put(`/price-lists/${list.id}/entries/${item.id}`, { unitPrice: 9_000 });
  await account.patch(`/customers/${account.customerId}`, { priceListId: list.id });
  const { body: template } = await account.post('/templates', { name: 'Website', items: MANY_ITEMS });
  const { body: webhook } = await owner.post('/webhook-endpoints', {
    ...{ url: 'https://hooks.example.test/proffer', types: ['quote.*'] },
  });
  // A country asks for particulars that the invoices above do not have.
  await account.patch('/account', { country: 'DE' });
  const mailbox = await owner.page(`/${owner.accountId}/mailbox`);
  const mail = /\/mailbox\/([\w-]+)"/.exec(mailbox.text)?.[1] ?? '';
  return {
    '/quotes': quotes,
    '/invoices': [draft.id, issued.id],
    '/invoices/import': [await importStatement(url, owner, issued)],
    '/customers': [account.customerId],
    '/catalogue': [item.id],
    '/price-lists': [list.id],
    '/templates': [template.id],
    '/settings/webhooks': [webhook.id],
    '/mailbox': [mail],
  };
}

const MANY_ITEMS = [
  { description: 'Concept and design', quantity: 3, unit: 'd', unitPrice: 88_000, taxRate: 19 },
  { description: 'Shop, small', quantity: 1, unitPrice: 240_000, section: 'Website', choice: 'Shop' },
  { description: 'Shop, large', quantity: 1, unitPrice: 480_000, section: 'Website', choice: 'Shop' },
  { description: 'Photographs', quantity: 1, unitPrice: 90_000, section: 'Extras', optional: true },
];

/** Creates quotes for the customer of the account unless another one is named. */
function withCustomer(account: TestAccount): TestAccount {
  return {
    ...account,
    post: (path, body, options) =>
      account.post(
        path,
        path === '/quotes' ? { ...(body as object), customerId: account.customerId } : body,
        options,
      ),
  };
}

async function importStatement(url: string, owner: TestPerson, { number, currency }: Json): Promise<string> {
  const transactions = [{ text: `part of ${number}`, payer: 'Grace' }];
  const bytes = camt([{ amount: '60.00', currency, transactions }]);
  const file = { field: 'file', name: 'statement.xml', type: 'text/xml', bytes };
  const shown = await uploadForm(url, owner, '/invoices/import', {}, file);
  return /\/invoices\/import\/(imp_\w+)/.exec(shown.text)?.[1] ?? '';
}
