import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExpectVersion } from '../../../../actions/expect-version.ts';
import { type IdempotentRequest, replayOr } from '../../../../actions/once.ts';
import { type ChangeableQuote, findChangeableQuote } from '../../../../actions/quotes/change-quote.ts';
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
export function toRepeatable(
  { deps, account, params, form, request }: PageContext,
  part = '',
): IdempotentRequest<StoredResponse> | undefined {
  const { once, ...said } = form;
  if (!once || !/^[\w-]{1,64}$/.test(once)) return undefined;
  const path = request.url.split('?')[0] ?? '';
  const text = JSON.stringify([path, part, params, Object.entries(said).sort()]);
  const fingerprint = createHash('sha256').update(text).digest('base64url');
  // A changed form is another request, so it gets another key.
  const key = `console ${once} ${fingerprint}`;
  return { accountId: account.id, key, fingerprint, now: deps.clock(), again: (stored) => stored };
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

export async function submitOnce(
  { deps }: PageContext,
  repeatable: IdempotentRequest<StoredResponse> | undefined,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const until = Date.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await replayOr(deps, repeatable, work);
    } catch (error) {
      const isRunning = error instanceof Problem && error.code === 'idempotency_in_progress';
      if (!isRunning || Date.now() > until) throw error;
      await delay(POLL_INTERVAL_MS);
    }
  }
}

/** Runs a step once for each shown form. An error is shown by `show`, unless the document no longer exists. */
export async function submitStep(
  context: PageContext,
  work: (repeatable: IdempotentRequest<StoredResponse> | undefined) => Promise<StoredResponse>,
  show: (error: unknown) => Promise<PageReply>,
): Promise<PageReply> {
  const repeatable = toRepeatable(context);
  try {
    return toRedirect(await submitOnce(context, repeatable, () => work(repeatable)));
  } catch (error) {
    if (isGone(error)) throw error;
    return show(error);
  }
}

/** Finds the quote of the URL. Throws if it has changed since the user saw it. */
export function findSeenQuote(
  context: PageContext,
  assertAllowed: (quote: Quote) => void = assertNotPartlyInvoiced,
): Promise<ChangeableQuote> {
  return findChangeable(context, context.params.id ?? '', context.form.version, assertAllowed);
}

export function findChangeable(
  { deps, account, now }: PageContext,
  quoteId: string,
  version: string | undefined,
  assertAllowed: (quote: Quote) => void,
): Promise<ChangeableQuote> {
  const expectVersion: ExpectVersion = (found) => {
    if (String(found) === version) return;
    throw new Problem('precondition_failed', 'The quote was changed in the meantime.');
  };
  return findChangeableQuote({ deps, accountId: account.id, quoteId, assertAllowed, expectVersion, now });
}

/** Returns the account and the acting user. */
export function getOwner({ account, actor }: PageContext) {
  return { accountId: account.id, actor };
}
