import { convertQuote } from '../actions/convert-quote.ts';
import type { Quote } from '../domain/quote.ts';
import { checkBody, failOn, readBody } from './body.ts';
import { type Answer, type Call, type Endpoint, json } from './endpoint.ts';
import { checkIfMatch } from './etag.ts';
import { idempotencyOf, once, replayOr } from './idempotency.ts';
import { findSettledRow, loadOpenQuote } from './load-quote.ts';
import { refuseConverted } from './quote-answer.ts';
import * as docs from './quote-operations.ts';
import { ConvertQuote } from './schemas.ts';
import { compileCheck } from './validation.ts';

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
    const before = await findSettledRow(call);
    refuseConverted(JSON.parse(before.doc) as Quote);
    checkIfMatch(call, before.version);
    const body = readBody(call, { optional: true });
    failOn(checkBody(body, checkConvert));
    return call.write((tx) =>
      once(tx, call, idempotent, async () => {
        const stored = await loadOpenQuote(tx, call);
        const { invoice, quote } = await convertQuote(tx, caller, stored, body.value, now);
        return json(201, { ...invoice, quote }, { Location: `/api/v1/invoices/${invoice.id}` });
      }),
    );
  });
}
