import {
  type ChangeableQuote,
  findChangeableQuote,
  type QuoteChange,
} from '../actions/quotes/change-quote.ts';
import { assertNotPartlyInvoiced } from '../domain/quote/problems.ts';
import type { Quote } from '../domain/quote/quote.ts';
import type { Call } from './endpoint.ts';
import { createIfMatchCheck } from './etag.ts';

/** The steps of a change of a quote, in the order in which they run. */
interface Steps<Body, Response>
  extends Partial<Pick<QuoteChange, 'assertAllowed' | 'assertAllowedEarly' | 'isForConverted'>> {
  readBody(current: Quote): Body | Promise<Body>;
  work(body: Body, found: ChangeableQuote): Promise<Response>;
}

/**
 * Runs a change of a quote. Whether the quote may be changed is checked before the body is read. By default a partly
 * invoiced quote may not be changed; `assertAllowed` replaces that rule.
 */
export async function changeQuote<Body, Response>(
  call: Call,
  steps: Steps<Body, Response>,
): Promise<Response> {
  const { deps, caller, params, now } = call;
  const { assertAllowed = assertNotPartlyInvoiced, assertAllowedEarly, isForConverted = false } = steps;
  const found = await findChangeableQuote({
    ...{ deps, accountId: caller.accountId, quoteId: params.id ?? '', now },
    ...{
      assertAllowed,
      isForConverted,
      isNeverSent: !caller.canWrite,
      expectVersion: createIfMatchCheck(call),
    },
    ...(assertAllowedEarly && { assertAllowedEarly }),
  });
  return steps.work(await steps.readBody(found.quote), found);
}
