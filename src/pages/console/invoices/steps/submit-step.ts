import {
  type ChangeableInvoice,
  findChangeableInvoice,
} from '../../../../actions/invoices/change-invoice.ts';
import type { IdempotentRequest } from '../../../../actions/once.ts';
import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import type { StoredResponse } from '../../../../store/tables/idempotency.ts';
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

/** Runs a step of an invoice. An error is shown on the page of the invoice, or by `show`. */
export function submitInvoiceStep(
  context: PageContext,
  done: string,
  work: (options: StepOptions) => Promise<StoredResponse>,
  show: (error: unknown) => Promise<PageReply> | undefined = () => undefined,
): Promise<PageReply> {
  const { base, params, now } = context;
  const redirect = (id = params.id) => createRedirect(`${base}/invoices/${id}?done=${done}`);
  return submitStep(
    context,
    (repeatable) => work({ repeatable, redirect, now }),
    (error) => show(error) ?? showInvoiceProblem(context, error),
  );
}

interface StepOptions {
  repeatable: IdempotentRequest<StoredResponse> | undefined;
  /** Creates the response: the page of this invoice, or of the one that the step has created. */
  redirect(id?: string): StoredResponse;
  now: number;
}
