import { type ChangeableQuote, findChangeableQuote } from '../../actions/quote/change-quote.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Call } from './endpoint.ts';
import { ifMatch } from './etag.ts';

/** Everything that changes a quote: whether it may be changed comes first, and only then what the body says. */
export async function changeQuote<Body, Response>(
  call: Call,
  readBody: (current: Quote) => Body | Promise<Body>,
  work: (body: Body, found: ChangeableQuote) => Promise<Response>,
): Promise<Response> {
  const { deps, caller, params, now } = call;
  const found = await findChangeableQuote({
    deps,
    accountId: caller.accountId,
    quoteId: params.id ?? '',
    expectVersion: ifMatch(call),
    now,
  });
  return work(await readBody(found.quote), found);
}
