import { assertSendable } from '../../../actions/agreement/approval/assert-approved.ts';
import type { Repeat } from '../../../actions/repeat.ts';
import { sendQuote } from '../../../actions/sending/send-quote.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { readOptionalBody } from '../../body.ts';
import { changeQuote } from '../../change-quote.ts';
import type { Call } from '../../endpoint.ts';
import { createQuoteResponse } from '../../quote-response.ts';
import { compileCheck } from '../../schemas/check.ts';
import { QUOTE_EXAMPLE } from '../../schemas/quote/quote-example.ts';
import { QuoteSchema } from '../../schemas/quote.ts';
import { SendQuote } from '../../schemas/send.ts';
import { createMailEndpoint, SEND_PROBLEMS } from '../mail/mail-endpoint.ts';

const checkSend = compileCheck(SendQuote);

export const quoteSendRoute = createMailEndpoint(
  '/api/v1/quotes/:id/send',
  {
    id: 'sendQuote',
    tag: 'Quotes',
    summary: 'Send a quote by email',
    description:
      'Generates the PDF, emails it to the customer, and sets the status to `SENT` once the mail server has accepted the message. Otherwise the status does not change and the response says why.',
    body: {
      schema: SendQuote,
      example: { email: 'buyer@northwind.example', message: 'As discussed on the phone.' },
    },
    document: {
      description: 'The quote, sent',
      schema: QuoteSchema,
      example: { ...QUOTE_EXAMPLE, status: 'SENT', sentAt: '2026-11-01T09:31:00.000Z' },
    },
    problems: ['quote_converted', 'approval_required', 'partly_invoiced', 'quote_changed', ...SEND_PROBLEMS],
  },
  createQuoteResponse,
  send,
);

function send(call: Call, repeat: Repeat<StoredQuote>): Promise<StoredQuote> {
  const { deps, caller } = call;
  return changeQuote(call, {
    async assertAllowedEarly(quote) {
      await assertSendable(deps, caller, quote);
    },
    readBody: () => readOptionalBody(call, checkSend) as SendQuote,
    work: (options, found) => sendQuote(deps, caller, options, found, repeat),
  });
}
