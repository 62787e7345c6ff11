import type { Repeat } from '../../../actions/repeat.ts';
import { remindOfQuote } from '../../../actions/sending/outbox/remind-now.ts';
import { assertOpen } from '../../../domain/quote/problems.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { readOptionalBody } from '../../body.ts';
import { changeQuote } from '../../change-quote.ts';
import type { Call } from '../../endpoint.ts';
import { createQuoteResponse } from '../../quote-response.ts';
import { compileCheck } from '../../schemas/check.ts';
import { QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { QuoteSchema } from '../../schemas/quote.ts';
import { RemindCustomer } from '../../schemas/send.ts';
import { createMailEndpoint } from '../mail/mail-endpoint.ts';

const checkRemind = compileCheck(RemindCustomer);

export const quoteRemindRoute = createMailEndpoint(
  '/api/v1/quotes/:id/remind',
  {
    id: 'remindCustomer',
    tag: 'Quotes',
    summary: 'Remind the customer of a quote',
    description:
      'Emails the reminder that the account setting `reminderDays` sends automatically, immediately, to the recipient of the last link. Its words follow the time that is left and whether the customer has opened the quote. The quote must be `SENT` and not expired. It does not change; its history has `reminded` once the mail server has accepted the message. Failed attempts are retried for three days. Customers can end the reminders of a quote: after that the response is 409 `reminders_stopped`.',
    body: { schema: RemindCustomer, example: {} },
    document: {
      description: 'The quote, unchanged',
      schema: QuoteSchema,
      example: { ...QUOTE_EXAMPLE, status: 'SENT', sentAt: '2026-11-01T09:31:00.000Z' },
    },
    problems: [
      'quote_converted',
      'quote_not_sent',
      'quote_not_open',
      'reminders_stopped',
      'precondition_failed',
      'send_limited',
    ],
  },
  createQuoteResponse,
  remind,
);

function remind(call: Call, { keep }: Repeat<StoredQuote>): Promise<StoredQuote> {
  const { deps, caller, now } = call;
  return changeQuote(call, {
    assertAllowed: assertOpen,
    readBody: () => readOptionalBody(call, checkRemind),
    work: (_nothing, found) => remindOfQuote(deps, caller, found, now, keep),
  });
}
