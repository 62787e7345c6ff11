import { Problem } from '../../../domain/errors.ts';
import { isOpenInvoice } from '../../../domain/invoice/invoice.ts';
import { recordPageView } from '../../agreement/record-view.ts';
import { findChangeableInvoice } from '../../invoices/change-invoice.ts';
import { creditInvoice } from '../../invoices/credit-invoice.ts';
import { readInvoice } from '../../invoices/invoices.ts';
import { recordPayment } from '../../invoices/payments.ts';
import { convertQuote } from '../../quotes/convert-quote.ts';
import { deriveLinkToken, findLinkByToken } from '../../sending/links/links.ts';
import { sendInvoice } from '../../sending/send-invoice.ts';
import type { DemoDeed } from '../plan/demo-step.ts';
import { findDemoQuote, readDemoQuote, type StepContext } from './step-context.ts';

type InvoiceDeed = Extract<DemoDeed, { kind: 'invoice' | 'viewInvoice' | 'pay' | 'credit' }>;

/** Takes a step about an invoice. A step that was taken before an interruption has no effect. */
export async function takeInvoiceStep(context: StepContext, deed: InvoiceDeed): Promise<void> {
  if (deed.kind === 'invoice') return sendNewInvoice(context, deed.invoice);
  const { deps, accountId, actor, now } = context;
  const { quote } = await readDemoQuote(context);
  const id = quote.invoices[deed.invoice]?.id ?? '';
  if (deed.kind === 'viewInvoice') return viewInvoice(context, id);
  const found = await findInvoice(context, id);
  const owner = { accountId, actor };
  const { invoice } = found;
  const isRest = deed.kind === 'pay' && deed.share === 'rest';
  const isUntouched = invoice.amountPaid === 0 && invoice.amountCredited === 0;
  if (!isOpenInvoice(invoice) || !(isUntouched || isRest)) return;
  if (deed.kind === 'credit') {
    await creditInvoice(deps, owner, {}, found, now);
    return;
  }
  const amount = deed.share === 'rest' ? invoice.amountDue : Math.round(invoice.amountDue * deed.share);
  const payment = { amount, method: 'BANK_TRANSFER', reference: invoice.number };
  await recordPayment(deps, owner, payment, found, now);
}

async function sendNewInvoice(context: StepContext, index: number): Promise<void> {
  const { deps, accountId, actor, now } = context;
  const owner = { accountId, actor, seesCosts: true };
  const { quote: before } = await readDemoQuote(context);
  if (before.acceptedAt === null) throw new Problem('not_found', 'The quote of the demo was not accepted.');
  if (before.invoices.length <= index) {
    const options = before.paymentSchedule ? { stage: index } : {};
    await convertQuote(deps, owner, options, await findDemoQuote(context), now);
  }
  const { quote } = await readDemoQuote(context);
  const found = await findInvoice(context, quote.invoices[index]?.id ?? '');
  if (found.invoice.sentAt !== null) return;
  await sendInvoice(deps, owner, {}, found, now);
}

async function viewInvoice(context: StepContext, id: string): Promise<void> {
  const { deps, accountId, now } = context;
  const { link_id: linkId } = await readInvoice(deps, accountId, id, now);
  const link = linkId && (await findLinkByToken(deps, deriveLinkToken(deps, linkId), 'invoice'));
  if (link) await recordPageView(deps, 'invoice', link, now);
}

function findInvoice({ deps, accountId, now }: StepContext, invoiceId: string) {
  return findChangeableInvoice({ deps, accountId, invoiceId, assertAllowed() {}, expectVersion() {}, now });
}
