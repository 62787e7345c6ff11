import { convertQuote } from '../../actions/quote/convert-quote.ts';
import { compileCheck } from '../../schemas/check.ts';
import { ConvertQuote } from '../../schemas/schemas.ts';
import { optionalBody } from '../api/body.ts';
import { changeQuote } from '../api/change-quote.ts';
import { type Answer, type Call, type Endpoint, json } from '../api/endpoint.ts';
import { idempotencyOf, once, replayOr } from '../api/idempotency.ts';
import * as docs from './quote-operations.ts';

const checkConvert = compileCheck(ConvertQuote);

export const convertRoutes: Endpoint[] = [
  {
    method: 'POST',
    path: '/api/v1/quotes/:id/convert-to-invoice',
    scope: 'write',
    operation: docs.convertQuote,
    handle: convert,
  },
];

function convert(call: Call): Promise<Answer> {
  const idempotent = idempotencyOf(call);
  return replayOr(call, idempotent, async () => {
    const { caller, now } = call;
    return changeQuote(
      call,
      () => optionalBody(call, checkConvert),
      (wishes, { lock }) =>
        call.write((tx) =>
          once(tx, call, idempotent, async () => {
            const { invoice, quote } = await convertQuote(tx, caller, await lock(tx), wishes, now);
            return json(201, { ...invoice, quote }, { Location: `/api/v1/invoices/${invoice.id}` });
          }),
        ),
    );
  });
}
