import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExpectVersion } from '../../../../actions/expect-version.ts';
import { runOnce } from '../../../../actions/once.ts';
import { type ChangeableQuote, findChangeableQuote } from '../../../../actions/quotes/change-quote.ts';
import type { IdempotentRequest, Repeat } from '../../../../actions/repeat.ts';
import { Problem } from '../../../../domain/errors.ts';
import { assertNotPartlyInvoiced } from '../../../../domain/quote/problems.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import type { StoredResponse } from '../../../../store/tables/idempotency.ts';
import type { PageContext, PageReply } from '../../console-route.ts';
import { isGone } from '../describe-problem.ts';

/** Creates the token of a form, which makes repeated submissions of that form one request. */
export function createFormToken(): string {
  return randomBytes(12).toString('base64url');
}

/** Converts a form to an idempotent request, as in the API. The key is made of the form's token and its content. */
function toIdempotentRequest(
  { deps, account, params, form, request }: PageContext,
  part: string,
): IdempotentRequest | undefined {
  const { once, ...said } = form;
  if (!once || !/^[\w-]{1,64}$/.test(once)) return undefined;
  const path = request.url.split('?')[0] ?? '';
  const text = JSON.stringify([path, part, params, Object.entries(said).sort()]);
  const fingerprint = createHash('sha256').update(text).digest('base64url');
  // A changed form is another request, so it gets another key.
  const key = `console ${once} ${fingerprint}`;
  return { accountId: account.id, key, fingerprint, now: deps.clock() };
}

/** Creates the stored response of a form, so that a repeated submission redirects to the same page. */
export function createRedirect(to: string): StoredResponse {
  return { status: 303, headers: { Location: to } };
}

export function toRedirect({ headers }: StoredResponse): PageReply {
  return { redirect: headers?.Location ?? '/' };
}

/** A repeated submission waits this long for the result of the first one. */
const MAX_WAIT_MS = 20_000;
const POLL_INTERVAL_MS = 100;

/** Runs the work once for each shown form, or for each `part` of what it submits. */
export async function submitOnce<Result>(
  context: PageContext,
  respond: (result: Result) => StoredResponse,
  work: (repeat: Repeat<Result>) => Promise<Result>,
  part = '',
): Promise<StoredResponse> {
  const until = Date.now() + MAX_WAIT_MS;
  const request = toIdempotentRequest(context, part);
  for (;;) {
    try {
      return await runOnce(context.deps, request, respond, work);
    } catch (error) {
      const isRunning = error instanceof Problem && error.code === 'idempotency_in_progress';
      if (!isRunning || Date.now() > until) throw error;
      await delay(POLL_INTERVAL_MS);
    }
  }
}

/** Runs a step once for each shown form. An error is shown by `show`, unless the document no longer exists. */
export async function submitStep<Result>(
  context: PageContext,
  respond: (result: Result) => StoredResponse,
  work: (repeat: Repeat<Result>) => Promise<Result>,
  show: (error: unknown) => Promise<PageReply>,
): Promise<PageReply> {
  try {
    return toRedirect(await submitOnce(context, respond, work));
  } catch (error) {
    if (isGone(error)) throw error;
    return show(error);
  }
}

/** Finds the quote of the URL. Throws if it has changed since the user saw it. */
export function findSeenQuote(
  context: PageContext,
  assertAllowed: (quote: Quote) => void = assertNotPartlyInvoiced,
  isForConverted = false,
): Promise<ChangeableQuote> {
  return findChangeable(
    context,
    context.params.id ?? '',
    context.form.version,
    assertAllowed,
    isForConverted,
  );
}

export function findChangeable(
  { deps, account, now }: PageContext,
  quoteId: string,
  version: string | undefined,
  assertAllowed: (quote: Quote) => void,
  isForConverted = false,
): Promise<ChangeableQuote> {
  const expectVersion: ExpectVersion = (found) => {
    if (String(found) === version) return;
    throw new Problem('precondition_failed', 'The quote was changed in the meantime.');
  };
  return findChangeableQuote({
    deps,
    accountId: account.id,
    quoteId,
    assertAllowed,
    isForConverted,
    expectVersion,
    now,
  });
}
