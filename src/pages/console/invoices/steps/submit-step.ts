import {
  type ChangeableInvoice,
  findChangeableInvoice,
} from '../../../../actions/invoices/change-invoice.ts';
import type { Repeat } from '../../../../actions/repeat.ts';
import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import type { PageContext, PageReply } from '../../console-route.ts';
import { createVersionCheck } from '../../forms/form-values.ts';
import { createRedirect, submitStep } from '../../quote/steps/forms.ts';
import { showInvoiceProblem } from '../show-invoice.ts';

/** Finds the invoice of the URL. Throws if it has changed since the user saw it. */
export function findSeen(
  { deps, account, params, form, now }: PageContext,
  assertAllowed: (invoice: Invoice) => void = () => {},
): Promise<ChangeableInvoice> {
  return findChangeableInvoice({
    ...{ deps, accountId: account.id, invoiceId: params.id ?? '', assertAllowed, now },
    expectVersion: createVersionCheck(form),
  });
}

/**
 * Runs a step of an invoice, and shows its page then, or that of the invoice that the step has created. An error is shown
 * on the page of the invoice, or by `show`.
 */
export function submitInvoiceStep<Result>(
  context: PageContext,
  done: string,
  work: (repeat: Repeat<Result>) => Promise<Result>,
  show: (error: unknown) => Promise<PageReply> | undefined = () => undefined,
  getCreatedId: (result: Result) => string | undefined = () => context.params.id,
): Promise<PageReply> {
  return submitStep(
    context,
    (result) => createRedirect(`${context.base}/invoices/${getCreatedId(result)}?done=${done}`),
    work,
    (error) => show(error) ?? showInvoiceProblem(context, error),
  );
}
