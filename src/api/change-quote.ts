import { type ChangeableQuote, findChangeableQuote } from '../actions/quotes/change-quote.ts';
import { assertNotPartlyInvoiced } from '../domain/quote/problems.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { Call } from './endpoint.ts';
import { createIfMatchCheck } from './etag.ts';

/**
 * Runs a change of a quote. Whether the quote may be changed is checked before the body is read. By default a partly
 * invoiced quote may not be changed; `assertAllowed` replaces that rule.
 */
export async function changeQuote<Body, Response>(
  call: Call,
  readBody: (current: Quote) => Body | Promise<Body>,
  work: (body: Body, found: ChangeableQuote) => Promise<Response>,
  assertAllowed: (quote: Quote) => void = assertNotPartlyInvoiced,
  assertAllowedEarly: (quote: Quote) => Promise<unknown> = async () => undefined,
): Promise<Response> {
  const { deps, caller, params, now } = call;
  const found = await findChangeableQuote({
    deps,
    accountId: caller.accountId,
    quoteId: params.id ?? '',
    assertAllowed,
    assertAllowedEarly,
    isNeverSent: !caller.canWrite,
    expectVersion: createIfMatchCheck(call),
    now,
  });
  return work(await readBody(found.quote), found);
}
