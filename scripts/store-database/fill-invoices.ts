import { camt } from '../../test/fixtures/camt.ts';
import { ok, visit } from '../../test/support/api/customer.ts';
import type { Client, Json } from '../../test/support/service/client.ts';

/** Where the invoices come from. */
interface ToInvoice {
  /** An accepted quote with a payment schedule. */
  staged: string;
  create(title: string): Promise<Json>;
}

/** Creates invoices in every status, with payments, credit notes, a statement of the bank and an invoice of a stage. */
export async function fillInvoices(account: Client, { staged, create }: ToInvoice) {
  const convert = async (id: string, more = {}): Promise<Json> =>
    ok(await account.post(`/quotes/${id}/convert-to-invoice`, more));
  const act = async ({ id }: Json, action: string, more = {}): Promise<Json> =>
    ok(await account.post(`/invoices/${id}/${action}`, more));
  const issue = async (title: string, more = {}): Promise<Json> =>
    act(await convert((await create(title)).id, more), 'issue');

  const draft = await convert((await create('Berechnet')).id, { notes: 'Danke' });
  const issued = await issue('Ausgestellt');
  const sent = await act(await convert((await create('Rechnung gesendet')).id), 'send');
  await visit(sent.publicUrl);
  const partly = await issue('Teils bezahlt');
  await act(partly, 'payments', { amount: 5000, method: 'BANK_TRANSFER' });
  const paid = await issue('Bezahlt');
  await act(paid, 'payments', { amount: paid.total, method: 'CASH', reference: 'Quittung 7' });
  const removed = ok(await account.post(`/invoices/${issued.id}/payments`, { amount: 1 }));
  ok(await account.delete(`/invoices/${issued.id}/payments/${removed.id}`));
  const overdue = await issue('Überfällig', { dueDate: issued.issueDate });
  const credited = await issue('Gutgeschrieben');
  const note = await act(credited, 'credit', { reason: 'Storniert' });
  const partlyCredited = await issue('Teils gutgeschrieben');
  await act(partlyCredited, 'credit', { amount: 1000, reason: 'Eine Stunde weniger' });
  const stage = await act(await convert(staged, { stage: 0 }), 'issue');
  const statement = await importStatement(account, issued);
  const all = [draft, issued, sent, partly, paid, overdue, credited, note, partlyCredited, stage];
  return {
    paths: [
      ...all.flatMap(({ id }) => ['', '/events', '/payments'].map((part) => `/invoices/${id}${part}`)),
      ...all.map(({ id }) => `/invoices/${id}/readiness`),
      `/payments/imports/${statement}`,
    ],
    pages: [sent.publicUrl as string],
  };
}

async function importStatement(account: Client, { id, number, total }: Json): Promise<string> {
  const amount = (total / 100).toFixed(2);
  const transactions = [{ text: `Rechnung ${number}`, payer: 'Ada Lovelace' }];
  const raw = camt([{ amount, currency: 'EUR', date: '2026-03-10', bankReference: 'B-1', transactions }]);
  const headers = { 'Content-Type': 'application/xml' };
  const read = ok(await account.post('/payments/imports', undefined, { raw, headers }));
  const lines = [{ lineId: read.lines[0].id, invoiceId: id }];
  ok(await account.post(`/payments/imports/${read.id}/confirm`, { lines }));
  return read.id;
}
