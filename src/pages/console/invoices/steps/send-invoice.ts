import { findChangeableInvoice } from '../../../../actions/invoices/change-invoice.ts';
import { remindOfInvoice } from '../../../../actions/sending/outbox/remind-of-invoice.ts';
import { sendInvoice } from '../../../../actions/sending/send-invoice.ts';
import { compileCheck } from '../../../../api/schemas/check.ts';
import { SendInvoice } from '../../../../api/schemas/send.ts';
import { Problem } from '../../../../domain/errors.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import { assertOverdue } from '../../../../domain/invoice/problems.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import type { FormState, Values } from '../../forms/field.ts';
import { emptyToNull, readTyped } from '../../forms/form-values.ts';
import { describeProblem } from '../../quote/describe-problem.ts';
import { renderInvoicePage } from '../show-invoice.ts';
import { findSeen, submitInvoiceStep } from './submit-step.ts';

const checkSend = compileCheck(SendInvoice);

/** Sending an invoice and reminding the customer of it. */
export const invoiceSendRoutes: ConsoleRoute[] = [
  { method: 'POST', path: '/invoices/:id/send', minRole: 'member', handle: send },
  { method: 'POST', path: '/invoices/:id/remind', minRole: 'member', handle: remind },
];

async function send(context: PageContext): Promise<PageReply> {
  const { deps, form } = context;
  const values = readTyped(form, ['to', 'message']);
  const options = { email: emptyToNull(values.to), message: emptyToNull(values.message) };
  const errors = translateErrors(context, checkSend(options), values);
  const showAgain = async (state: FormState, status: number, text?: ReturnType<typeof describeProblem>) => ({
    page: await renderInvoicePage(context, {
      send: state,
      ...(text !== undefined && { notice: { tone: 'bad' as const, text } }),
    }),
    status,
  });
  if (Object.keys(errors).length > 0) return showAgain({ values, errors }, 400);
  return submitInvoiceStep(
    context,
    'sent',
    async (repeat) =>
      sendInvoice(deps, context.caller, options, await findSeen(context), context.now, repeat),
    (error) => {
      if (!(error instanceof Problem) || error.code === 'precondition_failed') return undefined;
      return showAgain({ values, errors: {} }, error.status, describeProblem(context, error));
    },
  );
}

/** Sends an invoice that was created by the same form, and issues it first. */
export function sendNewInvoice(context: PageContext, email: string): Promise<PageReply> {
  const { deps, account, params, now } = context;
  return submitInvoiceStep(context, 'sent', async (repeat) => {
    const found = await findChangeableInvoice({
      ...{ deps, accountId: account.id, invoiceId: params.id ?? '', now },
      ...{ assertAllowed: () => {}, expectVersion: () => {} },
    });
    return sendInvoice(deps, context.caller, { email }, found, now, repeat);
  });
}

export function isRecipient(email: string): boolean {
  return email !== '' && checkSend({ email }).length === 0;
}

function translateErrors({ t }: PageContext, errors: ReturnType<typeof checkSend>, { to }: Values): Values {
  const translated: Values = {};
  if (!to || errors.some(({ path }) => path.startsWith('/email'))) translated.to = t.invoices.recipientWrong;
  if (errors.some(({ path }) => path === '/message')) {
    translated.message = t.forms.errors.tooLong.replace('{max}', String(MAX_LENGTH.message));
  }
  return translated;
}

function remind(context: PageContext): Promise<PageReply> {
  return submitInvoiceStep(context, 'reminded', async ({ keep }) => {
    const found = await findSeen(context, assertOverdue);
    return remindOfInvoice(context.deps, context.caller, found, context.now, keep);
  });
}
