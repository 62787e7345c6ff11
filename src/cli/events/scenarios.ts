import { DAY_MS } from '../../domain/calendar.ts';
import type { FeedType } from '../../domain/events/feed-event.ts';
import type { Service } from '../service/request.ts';
import { openPage, submitForm } from './customer-page.ts';

type CallApi = Service['call'];

/** Causes an event by the requests of a usual client. `now` is the time of the account. */
type Scenario = (call: CallApi, now: number) => Promise<unknown>;

interface Stored {
  id: string;
  total: number;
  publicUrl: string;
}

const HOUR_MS = 3_600_000;

function createCustomer(call: CallApi): Promise<Stored> {
  return call('POST', '/customers', { name: 'Triggered Customer', email: 'triggered@example.com' });
}

async function createQuote(call: CallApi, more: object = {}): Promise<Stored> {
  const { id: customerId } = await createCustomer(call);
  const items = [{ description: 'Work', quantity: 1, unitPrice: 10_000 }];
  return call('POST', '/quotes', { customerId, title: 'Triggered quote', items, ...more });
}

async function askForChanges(call: CallApi): Promise<Stored> {
  const quote = await sendQuote(call);
  await submitForm(`${quote.publicUrl}/proposal`, {
    proposal: 'Two chairs less would do.',
    revision: '1',
  });
  return quote;
}

async function sendQuote(call: CallApi, more: object = {}): Promise<Stored> {
  const { id } = await createQuote(call, more);
  return call('POST', `/quotes/${id}/send`, {});
}

/** The quote expires when its validity is moved into the past. */
async function expireQuote(call: CallApi, now: number): Promise<Stored> {
  const quote = await sendQuote(call);
  await call('PATCH', `/quotes/${quote.id}`, { validUntil: new Date(now - DAY_MS).toISOString() });
  return quote;
}

async function convertQuote(call: CallApi, more: object = {}): Promise<Stored> {
  const { id } = await createQuote(call);
  return call('POST', `/quotes/${id}/convert-to-invoice`, more);
}

async function issueInvoice(call: CallApi, more: object = {}): Promise<Stored> {
  const { id } = await convertQuote(call, more);
  return call('POST', `/invoices/${id}/issue`, {});
}

async function sendInvoice(call: CallApi, more: object = {}): Promise<Stored> {
  const { id } = await convertQuote(call, more);
  return call('POST', `/invoices/${id}/send`, {});
}

function sendOverdueInvoice(call: CallApi, now: number): Promise<Stored> {
  return sendInvoice(call, { dueDate: new Date(now - 2 * DAY_MS).toISOString().slice(0, 10) });
}

async function payInvoice(call: CallApi): Promise<{ invoice: Stored; payment: Stored }> {
  const invoice = await issueInvoice(call);
  const payment = await call<Stored>('POST', `/invoices/${invoice.id}/payments`, { amount: invoice.total });
  return { invoice, payment };
}

/** The types that can be triggered. Others need a person, a failing mail server or a payment provider. */
export const SCENARIOS: Partial<Record<FeedType, Scenario>> = {
  'customer.created': createCustomer,
  'customer.updated': async (call) =>
    call('PATCH', `/customers/${(await createCustomer(call)).id}`, { phone: '+44 20 7946 0000' }),
  'customer.deleted': async (call) => call('DELETE', `/customers/${(await createCustomer(call)).id}`),
  'quote.created': (call) => createQuote(call),
  'quote.updated': async (call) =>
    call('PATCH', `/quotes/${(await createQuote(call)).id}`, { title: 'Triggered quote, changed' }),
  'quote.sent': (call) => sendQuote(call),
  'quote.viewed': async (call) => openPage((await sendQuote(call)).publicUrl),
  'quote.reminded': async (call) => call('POST', `/quotes/${(await sendQuote(call)).id}/remind`, {}),
  'quote.accepted': async (call) =>
    call('PATCH', `/quotes/${(await sendQuote(call)).id}`, { status: 'ACCEPTED' }),
  'quote.declined': async (call) =>
    call('PATCH', `/quotes/${(await sendQuote(call)).id}`, { status: 'DECLINED' }),
  'quote.expiring': (call, now) => sendQuote(call, { validUntil: new Date(now + HOUR_MS).toISOString() }),
  'quote.expired': expireQuote,
  'quote.converted': (call) => convertQuote(call),
  'quote.deleted': async (call) => call('DELETE', `/quotes/${(await createQuote(call)).id}`),
  'quote.links_revoked': async (call) => call('DELETE', `/quotes/${(await sendQuote(call)).id}/links`),
  'quote.change_requested': (call) => askForChanges(call),
  'quote.change_declined': async (call) => {
    const { id } = await askForChanges(call);
    const { data } = await call<{ data: Stored[] }>('GET', `/quotes/${id}/proposals`);
    await call('POST', `/quotes/${id}/proposals/${data[0]?.id}/decline`, { text: 'Six are the least.' });
  },
  'message.received': async (call) =>
    submitForm(`${(await sendQuote(call)).publicUrl}/question`, { question: 'When can you begin?' }),
  'message.sent': async (call) =>
    call('POST', `/quotes/${(await sendQuote(call)).id}/messages`, { text: 'We can begin on Monday.' }),
  'renewal.requested': async (call, now) =>
    submitForm(`${(await expireQuote(call, now)).publicUrl}/renewal`, { message: 'Is it still valid?' }),
  'invoice.created': (call) => convertQuote(call),
  'invoice.issued': (call) => issueInvoice(call),
  'invoice.sent': (call) => sendInvoice(call),
  'invoice.viewed': async (call) => openPage((await sendInvoice(call)).publicUrl),
  'invoice.overdue': sendOverdueInvoice,
  'invoice.reminded': async (call, now) =>
    call('POST', `/invoices/${(await sendOverdueInvoice(call, now)).id}/remind`, {}),
  'invoice.links_revoked': async (call) => call('DELETE', `/invoices/${(await sendInvoice(call)).id}/links`),
  'invoice.paid': payInvoice,
  'payment.recorded': payInvoice,
  'payment.removed': async (call) => {
    const { invoice, payment } = await payInvoice(call);
    await call('DELETE', `/invoices/${invoice.id}/payments/${payment.id}`);
  },
  'credit_note.created': async (call) =>
    call('POST', `/invoices/${(await issueInvoice(call)).id}/credit`, {}),
};
