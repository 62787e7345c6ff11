import { type ChangeableInvoice, findChangeableInvoice } from '../actions/invoices/change-invoice.ts';
import type { Invoice } from '../domain/invoice/invoice.ts';
import type { Call } from './endpoint.ts';
import { createIfMatchCheck } from './etag.ts';

/** Runs a change of an invoice. Whether it may be changed is checked before the body is read. */
export async function changeInvoiceWith<Body, Response>(
  call: Call,
  assertAllowed: (invoice: Invoice) => void,
  readBody: (current: Invoice) => Body,
  work: (body: Body, found: ChangeableInvoice) => Promise<Response>,
  expectVersion = createIfMatchCheck(call),
): Promise<Response> {
  const { deps, caller, params, now } = call;
  const found = await findChangeableInvoice({
    deps,
    accountId: caller.accountId,
    invoiceId: params.id ?? '',
    assertAllowed,
    expectVersion,
    now,
  });
  return work(readBody(found.invoice), found);
}
