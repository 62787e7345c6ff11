import type { Random } from '../../chaos/random.ts';
import { createQuote, draftInvoice, issuedInvoice, sentQuote } from '../../support/api/quotes.ts';
import { signIn, type TestPerson } from '../../support/console/sign-in.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

/** An account of its own, with a person who owns it. */
export interface Shop {
  api: Client;
  owner: TestPerson;
  service: TestService;
}

/** The object that requests compete for, and what else its paths name. */
export interface Contested {
  id: string;
  /** Values of other parameters of paths. */
  more: Record<string, string>;
  /** The version that approvals and rejections name. */
  etag: string;
}

const due = { when: 'acceptance' };
const paymentSchedule = [
  { label: 'Deposit', type: 'percentage', value: 50, due },
  { label: 'Rest', type: 'rest', due },
];

/** Creates an object of each kind that has operations, in one of its statuses. */
const MAKERS: Record<string, (shop: Shop, random: Random) => Promise<Partial<Contested> & { id: string }>> = {
  async quotes({ api }, random) {
    const quote = await (random() < 0.5 ? createQuote : sentQuote)(api, { paymentSchedule });
    if (random() < 0.4) await api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' });
    await api.request('PUT', `/quotes/${quote.id}/attachments/plan.txt`, undefined, { raw: 'x' });
    const etag = (await api.get(`/quotes/${quote.id}`)).headers.get('ETag') ?? '';
    return { id: quote.id, etag, more: { name: 'plan.txt' } };
  },
  async invoices({ api }, random) {
    const { id } = await (random() < 0.3 ? draftInvoice : issuedInvoice)(api);
    const paid = await api.post(`/invoices/${id}/payments`, { amount: 1000 });
    return { id, more: { paymentId: paid.body.id ?? 'pay_none' } };
  },
  customers: async ({ api }) => (await api.post('/customers', { name: 'Contested' })).body,
  'catalogue-items': async ({ api }) =>
    (await api.post('/catalogue-items', { description: 'Work', unitPrice: 1 })).body,
  templates: async ({ api }) => (await api.post('/templates', { name: 'Small' })).body,
  async 'webhook-endpoints'({ api }) {
    const { body } = await api.post('/webhook-endpoints', { url: 'https://receiver.invalid/' });
    return { id: body.id, more: { deliveryId: 'whd_none' } };
  },
  keys: async ({ owner }) => (await owner.post('/keys', { name: 'Contested' })).body,
  async users({ service, owner: { accountId } }) {
    return { id: (await signIn(service, { accountId, role: 'member' })).userId };
  },
  invitations: async ({ owner }, random) =>
    (await owner.post('/invitations', { email: `i${random()}@example.test`, role: 'member' })).body,
  account: async () => ({ id: '' }),
};

export const KINDS = Object.keys(MAKERS);

export async function makeObject(kind: string, shop: Shop, random: Random): Promise<Contested> {
  const made: Json = await MAKERS[kind]?.(shop, random);
  if (made?.id === undefined) throw new Error(`no object of ${kind}: ${JSON.stringify(made)}`);
  return { etag: '"1"', more: {}, ...made };
}

export async function openShop(service: TestService): Promise<Shop> {
  const api = await service.newAccount();
  return { service, api, owner: await signIn(service, { accountId: api.accountId }) };
}
