import assert from 'node:assert/strict';
import { accept, submit, visit } from '../api/customer.ts';
import { createQuote, issuedInvoice, sentQuote } from '../api/quotes.ts';
import { connectMailbox } from '../mail/own-mailbox.ts';
import type { Json } from '../service/client.ts';
import type { TestAccount, TestService } from '../service/service.ts';

const MAIL_PASSWORD = 'swordfish-of-the-mail-server';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface FilledAccount {
  /** What must be in no export. */
  secrets: string[];
  quotes: Json[];
  invoices: Json[];
}

/** Gives an account something of most kinds, with names that Windows rejects. */
export async function fillAccount(service: TestService, account: TestAccount): Promise<FilledAccount> {
  const ok = async (reply: Promise<{ status: number; body: Json; text: string }>): Promise<Json> => {
    const { status, body, text } = await reply;
    assert.ok(status < 300, text);
    return body;
  };
  await ok(account.patch('/account', { logo: `data:image/png;base64,${PNG}`, country: 'SE' }));
  const endpoint = await ok(account.post('/webhook-endpoints', { url: 'https://hooks.example.test/all' }));
  await ok(account.post('/catalogue-items', { description: 'Design', unitPrice: 9000, sku: 'D-1' }));
  await ok(account.post('/templates', { name: 'Website', title: 'Website', items: [] }));
  await connectMailbox(service, account.accountId, {
    port: 1,
    user: 'a@example.test',
    password: MAIL_PASSWORD,
  });
  const draft = await createQuote(account, { title: 'Draft', metadata: { crm: '7' } });
  const sent = await sentQuote(account, { title: 'CON: a "sent" quote?' });
  const raw = new Uint8Array(Buffer.from('plans'));
  const headers = { 'Content-Type': 'text/plain' };
  await ok(account.put(`/quotes/${draft.id}/attachments/plans.txt`, undefined, { raw, headers }));
  await visit(sent.publicUrl);
  const question = { question: `Is ${sent.publicUrl} right?` };
  assert.equal((await submit(sent.publicUrl, 'question', question)).status, 303);
  await ok(account.post(`/quotes/${sent.id}/messages`, { text: `Yes, ${sent.publicUrl}` }));
  const accepted = await sentQuote(account, { title: 'Accepted' });
  await accept(accepted.publicUrl);
  const invoice = await issuedInvoice(account);
  await ok(account.post(`/invoices/${invoice.id}/payments`, { amount: 100, method: 'CASH' }));
  for (const job of ['outbox', 'fan-out', 'key use'] as const) await service.runJob(job);
  const tokens = [sent, accepted].map(({ publicUrl }) => String(publicUrl).split('/').at(-1) ?? '');
  return {
    secrets: [account.key, endpoint.secret, MAIL_PASSWORD, ...tokens],
    quotes: [draft, sent, accepted],
    invoices: [invoice],
  };
}
