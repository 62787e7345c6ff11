import { decide } from '../../test/support/api/approval.ts';
import { ok } from '../../test/support/api/customer.ts';
import { signIn } from '../../test/support/console/sign-in.ts';
import type { Json } from '../../test/support/service/client.ts';
import { DAY } from '../../test/support/service/clock.ts';
import type { TestAccount, TestService } from '../../test/support/service/service.ts';
import { bearer, type Reader } from './fill.ts';

/** From this total on a quote needs approval. */
const TOTAL_FROM = 1_000_000;

/** Creates people, keys with limits, a catalogue with costs, quotes that needed approval, and an erased customer. */
export async function fillTeam(
  service: TestService,
  account: TestAccount,
): Promise<{ paths: string[]; callers: Reader[] }> {
  const { accountId } = account;
  const person = (name: string, role: 'owner' | 'member') =>
    signIn(service, { accountId, role, name, email: `${name.toLowerCase()}@stored.example` });
  const [owner, member] = [await person('Olga', 'owner'), await person('Max', 'member')];
  ok(await owner.patch(`/users/${member.userId}`, { mayApprove: true, seesCosts: true }));
  ok(await owner.post('/invitations', { email: 'neu@stored.example', role: 'member' }));
  const newKey = async (name: string, limits: object): Promise<Record<string, string>> =>
    bearer(ok(await owner.post('/keys', { name, ...limits })).secret);
  const expiresAt = new Date(service.clock() + 30 * DAY).toISOString();
  const drafting = await newKey('Entwürfe', { scopes: ['draft'], expiresAt });
  const elsewhere = await newKey('Kasse', { addresses: ['192.0.2.0/24'] });
  const costs = await newKey('Kosten', { scopes: ['read'], seesCosts: true });

  ok(await owner.patch('/account', { approval: { totalFrom: TOTAL_FROM } }));
  const quotes = await createLargeQuotes(owner, member, account.customerId);
  const erased = await eraseCustomer(owner, account);
  const session = { Cookie: owner.cookie, 'Proffer-Account': accountId };
  return {
    paths: [...quotes.map((id) => `/quotes/${id}`), ...erased],
    callers: [
      { headers: session, paths: ['/users', '/invitations', '/catalogue-items'] },
      { headers: drafting, paths: ['/account'] },
      { headers: costs, paths: ['/catalogue-items', '/quotes?sort=-margin&currency=EUR&limit=4'] },
      { headers: elsewhere, paths: [] },
    ],
  };
}

/** Creates quotes with costs of which one waits for approval, one was approved and sent, and one was rejected. */
async function createLargeQuotes(
  owner: Awaited<ReturnType<typeof signIn>>,
  member: typeof owner,
  customerId: string,
): Promise<string[]> {
  const priced = { description: 'Anlage', unitPrice: TOTAL_FROM, taxRate: 19, cost: 700_000 };
  const { id: catalogueItemId } = ok(await owner.post('/catalogue-items', { sku: 'A-1', ...priced }));
  const archived = { sku: 'A-0', description: 'Anlage, alt', unitPrice: 1, archived: true };
  ok(await owner.post('/catalogue-items', archived));
  const items = [{ catalogueItemId, quantity: 1 }];
  const request = async (title: string): Promise<Json> => {
    const quote = ok(await owner.post('/quotes', { customerId, title, items }));
    return ok(await owner.post(`/quotes/${quote.id}/request-approval`, { note: 'Bitte ansehen' }));
  };
  const [waiting, approved, rejected] = [
    await request('Wartet auf Freigabe'),
    await request('Freigegeben'),
    await request('Zurückgewiesen'),
  ];
  ok(await decide(member, 'approve', approved.id));
  ok(await owner.post(`/quotes/${approved.id}/send`));
  ok(await decide(member, 'reject', rejected.id));
  return [waiting.id, approved.id, rejected.id];
}

/** Erases a customer of whom an issued invoice must be kept. */
async function eraseCustomer(
  owner: Awaited<ReturnType<typeof signIn>>,
  account: TestAccount,
): Promise<string[]> {
  const person = { name: 'Gustav Gartenfreund', email: 'gustav@example.com', city: 'Bremen' };
  const { id: customerId } = ok(await account.post('/customers', person));
  const items = [{ description: 'Hecke', quantity: 1, unitPrice: 40_000, taxRate: 19 }];
  const create = async (title: string) => ok(await account.post('/quotes', { customerId, title, items })).id;
  const forgotten = await create('Garten von Gustav');
  ok(await account.post(`/quotes/${forgotten}/send`));
  const kept = ok(await account.post(`/quotes/${await create('Hecke')}/convert-to-invoice`));
  ok(await account.post(`/invoices/${kept.id}/issue`));
  ok(await owner.post(`/customers/${customerId}/erase`));
  return [`/customers/${customerId}`, `/quotes/${forgotten}`, `/invoices/${kept.id}`];
}
