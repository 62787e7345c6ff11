import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { camt } from '../fixtures/camt.ts';
import { BUYER, SELLER } from '../fixtures/e-invoice-parties.ts';
import { openRuledAccount } from '../support/api/approval.ts';
import { ok, submit } from '../support/api/customer.ts';
import {
  convertedQuote,
  createQuote,
  draftInvoice,
  ITEM,
  issuedInvoice,
  quoteBody,
  quoteIn,
  sentQuote,
} from '../support/api/quotes.ts';
import { readZip } from '../support/api/read-zip.ts';
import { signIn } from '../support/console/sign-in.ts';
import { startImapServer, type WrittenImapServer } from '../support/mail/imap-server.ts';
import { connectMailbox, OWN_MAILBOX_ENV, trustMailbox } from '../support/mail/own-mailbox.ts';
import { OWN_HOST, type OwnMailServer, startOwnServer } from '../support/mail/own-server.ts';
import { newPayer } from '../support/payments/paying.ts';
import { startTills, type Tills } from '../support/payments/tills.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { createClock, DAY, MINUTE } from '../support/service/clock.ts';
import { engines, startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

/** What makes an operation succeed: parameters by their names in the path, and the rest of a request. */
interface Request {
  params?: Record<string, string>;
  query?: string;
  body?: object;
  raw?: string;
  headers?: Record<string, string>;
  /** Who may call it; default: the key of the account. */
  as?: Client;
}

type Prepare = () => Request | Promise<Request>;

let service: TestService;
let tills: Tills;
let smtp: OwnMailServer;
let imap: WrittenImapServer;
let api: TestAccount;

before(async () => {
  let now: () => number = createClock();
  [tills, smtp, imap] = await Promise.all([startTills(() => now()), startOwnServer(), startImapServer()]);
  service = await startTestService({
    engine: engines()[0] ?? 'sqlite',
    env: { ...OWN_MAILBOX_ENV, ...tills.env, MAIL_PRIVATE_HOSTS: `localhost,${OWN_HOST}` },
    payments: { caCertificates: [tills.ca] },
    smtp: smtp.smtp,
    imap: trustMailbox(imap),
  });
  now = service.clock;
  api = await service.newAccount();
});
after(async () => {
  await service?.close();
  await Promise.all([tills?.close(), smtp?.close(), imap?.close()]);
});

const owner = (accountId = api.accountId) => signIn(service, { accountId });
const member = () => signIn(service, { accountId: api.accountId, role: 'member' });
const made = async (path: string, body: object) => one(ok(await api.post(path, body)));
async function one(resource: Json | Promise<Json>) {
  const { id } = await resource;
  return { params: { id: id as string } };
}
const FILE = '%PDF-1.7 a plan';

async function quote(more?: object) {
  return one(createQuote(api, more));
}
async function sent() {
  return one(sentQuote(api));
}
async function proposed() {
  const { id, publicUrl } = await sentQuote(api);
  await submit(publicUrl, 'proposal', { revision: '1', proposal: 'One less would do.' });
  const { data } = ok(await api.get(`/quotes/${id}/proposals`));
  return { params: { id: id as string, proposalId: data[0].id as string } };
}
async function issued(options?: object) {
  return one(issuedInvoice(api, {}, options));
}
async function sentInvoice() {
  const { params } = await issued({ dueDate: dayFromNow(-2) });
  ok(await api.post(`/invoices/${params.id}/send`));
  return { params };
}
function dayFromNow(days: number): string {
  return new Date(service.clock() + days * DAY).toISOString().slice(0, 10);
}
async function heldQuote(as: 'api' | 'approver') {
  const account = await openRuledAccount(service, { totalFrom: 1 });
  const { id } = await createQuote(account.api);
  const { headers } = await account.approver.get(`/quotes/${id}`);
  const ifMatch = as === 'approver' && { headers: { 'If-Match': headers.get('ETag') ?? '' } };
  return { params: { id: id as string }, as: account[as], ...ifMatch };
}
async function customer() {
  return made('/customers', { name: 'Ada' });
}
const catalogueItem = () => made('/catalogue-items', { description: 'Design', unitPrice: 9000 });
const priceList = () => made('/price-lists', { name: 'Resellers' });
async function priceEntry() {
  const [list, item] = [await priceList(), await catalogueItem()];
  const params = { ...list.params, catalogueItemId: item.params.id };
  ok(await api.put(`/price-lists/${params.id}/entries/${params.catalogueItemId}`, { unitPrice: 8000 }));
  return { params };
}
const template = () => made('/templates', { name: 'Website' });
async function attachment() {
  const { params } = await quote();
  const file = { headers: { 'Content-Type': 'application/pdf' }, raw: FILE };
  ok(await api.put(`/quotes/${params.id}/attachments/plan.pdf`, undefined, file));
  return { params: { ...params, name: 'plan.pdf' } };
}
async function payment() {
  const { params } = await issued();
  const { id } = ok(await api.post(`/invoices/${params.id}/payments`, { amount: 100 }));
  return { params: { ...params, paymentId: id as string } };
}
async function providerPayment() {
  const payer = await newPayer(service, tills.stripe);
  const checkout = await payer.start();
  tills.stripe.pay(checkout);
  await payer.comeBack(checkout);
  const [{ id: paymentId }] = (await payer.payments()) as [Json];
  return { params: { id: payer.invoiceId, paymentId }, as: payer.api };
}
async function statement() {
  const { number, currency, issueDate: date } = await issuedInvoice(api);
  const raw = camt([{ amount: '100.00', currency, date, transactions: [{ text: number }] }]);
  return { raw, headers: { 'Content-Type': 'application/xml' } };
}
async function imported() {
  const { raw, headers } = await statement();
  return ok(await api.post('/payments/imports', undefined, { raw, headers }));
}
async function endpoint() {
  return made('/webhook-endpoints', { url: 'https://hooks.example.com/x' });
}
async function delivery() {
  const { params } = await endpoint();
  const { id } = ok(await api.post(`/webhook-endpoints/${params.id}/test`));
  return { params: { ...params, deliveryId: id as string } };
}
async function event() {
  const { data } = ok(await api.get('/events?limit=1'));
  return { params: { id: data[0].id as string } };
}
async function liveOwner() {
  const { accountId } = await service.newAccount({ kind: 'live' });
  return owner(accountId);
}
async function replyWithFile() {
  const account = await service.newAccount();
  const { id } = await sentQuote(account);
  const [mail] = await service.db.read.all<{ message_id: string }>(
    'SELECT message_id FROM sent_mails WHERE account_id = ?',
    account.accountId,
  );
  await connectMailbox(service, account.accountId, imap);
  await service.runJob('mailboxes');
  await imap.deliver(formatReply(mail?.message_id ?? ''), service.clock());
  service.clock.advance(MINUTE);
  await service.runJob('mailboxes');
  const [message] = ok(await account.get(`/quotes/${id}/messages`)).data;
  return { params: { id, messageId: message.id, index: '0' }, as: account };
}
function formatReply(to: string): string {
  return [
    ...['From: ada@example.test', `Message-ID: <reply-to-${to.slice(1)}`, `In-Reply-To: ${to}`],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x', '', '--x'],
    ...['Content-Type: text/plain', '', 'See the plan.', '--x'],
    ...['Content-Type: application/pdf', 'Content-Disposition: attachment; filename=plan.pdf'],
    ...['Content-Transfer-Encoding: base64', '', Buffer.from(FILE).toString('base64'), '--x--', ''],
  ].join('\r\n');
}

async function recurring() {
  const { id } = await convertedQuote(api, { items: [{ ...ITEM, recurring: { interval: 'month' } }] });
  return { params: { id: id as string } };
}

/** Every operation of the API, with a request that succeeds. */
const REQUESTS: Record<string, Prepare> = {
  listQuotes: () => quote().then(() => ({})),
  getQuote: () => quote(),
  createQuote: () => ({ body: quoteBody() }),
  updateQuote: async () => ({ ...(await quote()), body: { title: 'Changed' } }),
  deleteQuote: () => quote(),
  sendQuote: () => quote(),
  convertQuote: () => quote(),
  getQuotePdf: () => quote(),
  duplicateQuote: () => quote(),
  previewQuote: () => ({ body: quoteBody() }),
  remindCustomer: () => sent(),
  endRecurring: () => recurring(),
  requestApproval: () => heldQuote('api'),
  approveQuote: () => heldQuote('approver'),
  rejectQuote: () => heldQuote('approver'),
  listQuoteEvents: () => sent(),
  listQuoteRevisions: () => sent(),
  getQuoteAcceptance: () => one(quoteIn(api, 'ACCEPTED')),
  getQuoteEvidence: () => one(quoteIn(api, 'ACCEPTED')),
  revokeQuoteLinks: () => sent(),
  listMessages: () => sent(),
  postMessage: async () => ({ ...(await sent()), body: { text: 'We begin on Monday.' } }),
  readMessages: async () => {
    const { params } = await sent();
    const { id: upTo } = ok(await api.post(`/quotes/${params.id}/messages`, { text: 'Hello' }));
    return { params, body: { upTo } };
  },
  listProposals: () => sent(),
  applyProposal: () => proposed(),
  declineProposal: async () => ({ ...(await proposed()), body: { text: 'Sorry, no.' } }),
  listQuoteDeliveries: () => sent(),
  getMessageAttachment: () => replyWithFile(),
  listAttachments: () => attachment(),
  putAttachment: async () => ({
    ...(await attachment()),
    headers: { 'Content-Type': 'text/plain' },
    raw: 'x',
  }),
  getAttachment: () => attachment(),
  deleteAttachment: () => attachment(),
  listCustomers: () => ({}),
  getCustomer: () => customer(),
  putCustomer: async () => ({ ...(await customer()), body: { name: 'Grace' } }),
  updateCustomer: async () => ({ ...(await customer()), body: { phone: '1' } }),
  deleteCustomer: () => customer(),
  createCustomer: () => ({ body: { name: 'Ada' } }),
  eraseCustomer: async () => ({ ...(await customer()), as: await owner() }),
  exportCustomer: async () => ({ ...(await customer()), as: await owner() }),
  listCatalogueItems: () => catalogueItem().then(() => ({})),
  getCatalogueItem: () => catalogueItem(),
  createCatalogueItem: () => ({ body: { description: 'Design', unitPrice: 9000 } }),
  updateCatalogueItem: async () => ({ ...(await catalogueItem()), body: { unitPrice: 9100 } }),
  deleteCatalogueItem: () => catalogueItem(),
  listPriceLists: () => priceList().then(() => ({})),
  createPriceList: () => ({ body: { name: 'Resellers' } }),
  getPriceList: () => priceList(),
  updatePriceList: async () => ({ ...(await priceList()), body: { name: 'Shops' } }),
  deletePriceList: () => priceList(),
  listPriceListEntries: () => priceEntry(),
  putPriceListEntry: async () => ({ ...(await priceEntry()), body: { unitPrice: 7000 } }),
  deletePriceListEntry: () => priceEntry(),
  importPriceListEntries: async () => ({
    ...(await priceList()),
    raw: 'sku,unitPrice\nnone,1.00\n',
    headers: { 'Content-Type': 'text/csv' },
  }),
  listTemplates: () => template().then(() => ({})),
  getTemplate: () => template(),
  createTemplate: () => ({ body: { name: 'Website' } }),
  updateTemplate: async () => ({ ...(await template()), body: { name: 'Shop' } }),
  deleteTemplate: () => template(),
  listInvoices: () => issued().then(() => ({})),
  getInvoiceArchive: () => issued().then(() => ({ query: `?month=${dayFromNow(0).slice(0, 7)}` })),
  getExport: () => ({ params: { kind: 'journal' }, query: `?month=${dayFromNow(0).slice(0, 7)}` }),
  getInvoice: () => issued(),
  getInvoicePdf: () => issued(),
  listInvoiceEvents: () => issued(),
  getInvoiceXml: async () => {
    const seller = await service.newAccount();
    ok(await seller.patch('/account', SELLER));
    ok(await seller.put('/customers/cus_test', BUYER));
    return { ...(await one(issuedInvoice(seller, { items: [{ ...ITEM, taxRate: 19 }] }))), as: seller };
  },
  getInvoiceReadiness: () => issued(),
  updateInvoice: async () => ({ ...(await one(draftInvoice(api))), body: { dueDate: dayFromNow(9) } }),
  issueInvoice: () => one(draftInvoice(api)),
  sendInvoice: () => issued(),
  remindOfInvoice: () => sentInvoice(),
  revokeInvoiceLinks: () => sentInvoice(),
  listPayments: () => payment(),
  recordPayment: async () => ({ ...(await issued()), body: { amount: 100 } }),
  removePayment: () => payment(),
  listAllPayments: () => payment().then(() => ({})),
  importPayments: () => statement(),
  getPaymentImport: () => one(imported()),
  confirmPayments: async () => {
    const { id, lines } = await imported();
    const [{ id: lineId, proposals }] = lines;
    return { params: { id }, body: { lines: [{ lineId, invoiceId: proposals[0].invoiceId }] } };
  },
  refundPayment: async () => ({ ...(await providerPayment()), body: {} }),
  creditInvoice: () => issued(),
  getAccount: () => ({}),
  exportAccount: async () => ({ as: await owner() }),
  updateAccount: () => ({ body: { phone: '1' } }),
  sendTestMail: () => ({ body: { email: 'ada@example.test' } }),
  getStatistics: () => quote().then(() => ({})),
  listAccounts: async () => ({ as: await owner() }),
  createAccount: async () => ({ as: await owner(), body: { name: 'Second', country: 'SE' } }),
  closeAccount: async () => {
    const { accountId } = await service.newAccount({ name: 'Closing' });
    return { as: await owner(accountId), body: { name: 'Closing' } };
  },
  reopenAccount: async () => {
    const { accountId } = await service.newAccount({ name: 'Closed' });
    const as = await owner(accountId);
    ok(await as.post('/account/close', { name: 'Closed' }));
    return { as };
  },
  getPaymentProvider: async () => ({ as: await owner() }),
  connectPaymentProvider: async () => ({ as: await owner(), body: { kind: 'stripe', ...tills.stripe.keys } }),
  disconnectPaymentProvider: async () => {
    const as = await owner();
    ok(await as.put('/payment-provider', { kind: 'stripe', ...tills.stripe.keys }));
    return { as };
  },
  getMailAccount: async () => ({ as: await owner() }),
  connectMailAccount: async () => ({ as: await liveOwner(), body: smtp.input }),
  disconnectMailAccount: async () => {
    const as = await liveOwner();
    ok(await as.put('/mail-account', smtp.input));
    return { as };
  },
  getTestClock: () => ({}),
  advanceTestClock: async () => ({ as: await service.newAccount(), body: { advanceBy: 'P1D' } }),
  listUsers: async () => ({ as: await owner() }),
  updateUser: async () => ({
    ...{ params: { id: (await member()).userId }, as: await owner(), body: { role: 'reader' } },
  }),
  removeUser: async () => ({ params: { id: (await member()).userId }, as: await owner() }),
  listInvitations: async () => ({ as: await owner() }),
  createInvitation: async () => ({
    as: await owner(),
    body: { email: 'grace@example.test', role: 'member' },
  }),
  withdrawInvitation: async () => {
    const as = await owner();
    const { id } = ok(await as.post('/invitations', { email: 'eve@example.test', role: 'member' }));
    return { params: { id }, as };
  },
  listSessions: async () => ({ as: await owner() }),
  endSession: async () => {
    const as = await owner();
    const session = ok(await as.get('/sessions')).data.find(({ userId }: Json) => userId !== as.userId);
    return { params: { id: session.id }, as };
  },
  listKeys: async () => ({ as: await owner() }),
  createKey: async () => ({ as: await owner(), body: { name: 'Reports', scopes: ['read'] } }),
  revokeKey: async () => ({
    ...{ params: { id: (await service.newKey(api.accountId, 'read')).id }, as: await owner() },
  }),
  listEvents: () => quote().then(() => ({})),
  getEvent: () => event(),
  listWebhookEndpoints: () => endpoint().then(() => ({})),
  getWebhookEndpoint: () => endpoint(),
  createWebhookEndpoint: () => ({ body: { url: 'https://hooks.example.com/y' } }),
  updateWebhookEndpoint: async () => ({ ...(await endpoint()), body: { types: ['quote.sent'] } }),
  deleteWebhookEndpoint: () => endpoint(),
  rotateWebhookSecret: () => endpoint(),
  testWebhookEndpoint: () => endpoint(),
  listWebhookDeliveries: async () => ({ params: { id: (await delivery()).params.id } }),
  retryWebhookDelivery: () => delivery(),
  replayWebhookEvents: async () => ({ ...(await endpoint()), body: { after: dayFromNow(-1) } }),
  resendEvent: async () => ({ ...(await event()), body: { endpointId: (await endpoint()).params.id } }),
};

/** What a body of a type looks like. The client validates JSON against the document. */
const SHAPES: Record<string, (reply: Reply) => void> = {
  'application/json': ({ body }) => assert.equal(typeof body, 'object'),
  'text/csv': ({ text }) => assert.match(text, /^(id|number),[\w,]+\r\n/),
  'application/pdf': ({ text }) => assert.match(text, /^%PDF-/),
  'application/zip': ({ bytes }) => assert.ok(bytes && readZip(bytes).length > 0),
  'application/xml': ({ text }) => assert.match(text, /^<\?xml [^>]*\?>\s*<rsm:CrossIndustryInvoice /),
  'application/octet-stream': ({ text }) => assert.equal(text, FILE),
};

interface Operation {
  method: string;
  path: string;
  /** The types of a successful response; none if it has no body. */
  types: Map<number, string[]>;
}

function listOperations(): Map<string, Operation> {
  const { paths } = service.contract.document;
  const found = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, { operationId, responses }]): [string, Operation] => {
      const successes = Object.entries<Json>(responses).filter(([status]) => status.startsWith('2'));
      const types = successes.map(([status, { content = {} }]): [number, string[]] => [
        Number(status),
        Object.keys(content),
      ]);
      return [operationId, { method: method.toUpperCase(), path, types: new Map(types) }];
    }),
  );
  return new Map(found);
}

async function send({ method, path }: Operation, prepare: Prepare, type: string | undefined): Promise<Reply> {
  const { params = {}, query = '', body, raw, headers, as = api } = await prepare();
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const accept: Record<string, string> =
    type === undefined || type === 'application/octet-stream' ? {} : { Accept: type };
  const options = { headers: { ...accept, ...headers }, ...(raw !== undefined && { raw }) };
  return as.request(method, filled.replace('/api/v1', '') + query, body, options);
}

describe('every operation of the OpenAPI document', () => {
  it('has a request here that succeeds', () => {
    assert.deepEqual(Object.keys(REQUESTS).sort(), [...listOperations().keys()].sort());
  });

  for (const [id, prepare] of Object.entries(REQUESTS)) {
    it(`${id} succeeds in every type of its response`, async () => {
      const operation = listOperations().get(id);
      assert.ok(operation, 'not in the document');
      const types = [...new Set([...operation.types.values()].flat())];
      for (const type of types.length > 0 ? types : [undefined]) {
        const reply = await send(operation, prepare, type);
        const expected = operation.types.get(reply.status);
        assert.ok(expected, `${reply.status} ${reply.text}`);
        if (type === undefined) assert.equal(reply.text, '');
        else {
          assert.equal(reply.headers.get('Content-Type')?.split(';')[0], type);
          const check = SHAPES[type];
          assert.ok(check, `no shape of ${type}`);
          check(reply);
        }
      }
    });
  }
});
