import { accept, decline, ok, readSeen, submit, visit } from '../../test/support/api/customer.ts';
import type { Json } from '../../test/support/service/client.ts';
import { HOUR } from '../../test/support/service/clock.ts';
import type { TestAccount, TestService } from '../../test/support/service/service.ts';

const ITEM = { description: 'Arbeit', quantity: 2.5, unitPrice: 9900, taxRate: 19 };
const STAGES = [
  { label: 'Anzahlung', type: 'percentage', value: 30, due: { when: 'acceptance', days: 14 } },
  { label: 'Abnahme', type: 'rest', due: { when: 'completion' } },
];
const CHOICES = [
  { ...ITEM, section: 'Arbeit' },
  { ...ITEM, section: 'Material', choice: 'Platte', description: 'Eiche', taxRate: 7 },
  { ...ITEM, section: 'Material', choice: 'Platte', description: 'Stein', unitPrice: 15_000 },
  { ...ITEM, optional: true, quantity: 2, quantityRange: { min: 1, max: 6 }, description: 'Lampen' },
];

/** Creates quotes in every status, and those with options, stages, attachments, messages and templates. */
export async function fillQuotes(service: TestService, account: TestAccount) {
  const create = async (title: string, more: object = {}): Promise<Json> =>
    ok(await account.post('/quotes', { customerId: account.customerId, title, items: [ITEM], ...more }));
  const send = async (quote: Json): Promise<Json> => ok(await account.post(`/quotes/${quote.id}/send`, {}));

  const draft = await create('Entwurf', { notes: 'intern', discountType: 'percentage', discountValue: 10 });
  const open = await send(await create('Offen 網站', { customerId: 'cus_b', terms: 'Netto' }));
  await visit(open.publicUrl);
  const accepted = await send(await create('Angenommen'));
  await accept(accepted.publicUrl);
  const declined = await send(await create('Abgelehnt'));
  await decline(declined.publicUrl, 'Zu teuer');
  const validUntil = new Date(service.clock() + HOUR).toISOString();
  const expired = await send(await create('Abgelaufen', { validUntil }));
  const question = { question: 'Geht das?', ...(await readSeen(expired.publicUrl)) };
  await submit(expired.publicUrl, 'question', question);
  ok(await account.post(`/quotes/${expired.id}/messages`, { text: 'Ja, gern.', author: 'Olga' }));
  const revised = await send(await create('Neu gefasst'));
  ok(await account.patch(`/quotes/${revised.id}`, { title: 'Neu gefasst, zweimal' }));
  const deleted = await create('Gelöscht');
  ok(await account.delete(`/quotes/${deleted.id}`));
  const revoked = await send(await create('Widerrufen'));
  ok(await account.delete(`/quotes/${revoked.id}/links`));

  const chosen = await create('Auswahl', { items: CHOICES, reference: 'A-1', metadata: { crm: '7' } });
  await attach(account, chosen.id);
  await accept((await send(chosen)).publicUrl);
  const hidden = await send(await create('Pauschal', { show: { linePrices: false } }));
  const staged = await send(await create('In Stufen', { paymentSchedule: STAGES }));
  await accept(staged.publicUrl);
  const other = await createFromTemplate(account);
  const quotes = [draft, open, accepted, declined, expired, revised, deleted, revoked];
  const richer = [chosen, hidden, staged, ...other];
  return {
    draft: draft.id as string,
    toInvoice: { staged: staged.id as string, create },
    paths: [
      ...[...quotes, ...richer].flatMap(({ id }) =>
        ['', '/events', '/revisions', '/acceptance'].map((part) => `/quotes/${id}${part}`),
      ),
      ...[open, expired].flatMap(({ id }) => [`/quotes/${id}/messages`, `/quotes/${id}/deliveries`]),
    ],
    pages: [open, accepted, declined, expired, revoked, hidden].map(({ publicUrl }) => publicUrl as string),
  };
}

async function attach(account: TestAccount, id: string): Promise<void> {
  const raw = new TextEncoder().encode('Erdgeschoss');
  const headers = { 'Content-Type': 'text/plain' };
  ok(await account.put(`/quotes/${id}/attachments/Plan.txt`, undefined, { raw, headers }));
}

async function createFromTemplate(account: TestAccount): Promise<Json[]> {
  const content = { title: 'Pflege im Monat', validityDays: 14, items: [ITEM] };
  const template = ok(await account.post('/templates', { name: 'Pflege', ...content }));
  const { customerId } = account;
  const first = ok(await account.post('/quotes', { customerId, templateId: template.id }));
  return [first, ok(await account.post(`/quotes/${first.id}/duplicate`, { customerId: 'cus_b' }))];
}
