import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ExpectVersion } from '../../../../actions/expect-version.ts';
import { earlierOr, type RepeatableRequest } from '../../../../actions/idempotency/once.ts';
import { type ChangeableQuote, findChangeableQuote } from '../../../../actions/quote/change-quote.ts';
import { Problem } from '../../../../domain/errors.ts';
import { refusePartlyInvoiced } from '../../../../domain/quote/problems.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import type { KeptResponse } from '../../../../store/tables/idempotency.ts';
import type { PageContext, PageReply } from '../console-route.ts';

/** For a form that is about to be shown: all presses of its button are one. */
export function newOnce(): string {
  return randomBytes(12).toString('base64url');
}

/** The form as a request that may come again, as the API knows it: by what it says and which form it was. */
export function repeatableOf(
  { deps, account, params, form, request }: PageContext,
  part = '',
): RepeatableRequest<KeptResponse> | undefined {
  const { once, ...said } = form;
  if (!once || !/^[\w-]{1,64}$/.test(once)) return undefined;
  const path = request.url.split('?')[0] ?? '';
  const text = JSON.stringify([path, part, params, Object.entries(said).sort()]);
  const fingerprint = createHash('sha256').update(text).digest('base64url');
  // What was changed in the form since is another wish, and so another key.
  const key = `console ${once} ${fingerprint}`;
  return { accountId: account.id, key, fingerprint, now: deps.clock(), again: (kept) => kept };
}

/** What a form leads to is kept, so that a reload leads there again. */
export function going(to: string): KeptResponse {
  return { status: 303, headers: { Location: to } };
}

export function gone({ headers }: KeptResponse): PageReply {
  return { redirect: headers?.Location ?? '/' };
}

/** A second press of the button waits for what the first one brings. */
const WAITS_MS = 20_000;
const LOOKS_AGAIN_MS = 100;

export async function doOnce(
  { deps }: PageContext,
  repeatable: RepeatableRequest<KeptResponse> | undefined,
  work: () => Promise<KeptResponse>,
): Promise<KeptResponse> {
  const until = Date.now() + WAITS_MS;
  for (;;) {
    try {
      return await earlierOr(deps, repeatable, work);
    } catch (error) {
      const isRunning = error instanceof Problem && error.code === 'idempotency_in_progress';
      if (!isRunning || Date.now() > until) throw error;
      await delay(LOOKS_AGAIN_MS);
    }
  }
}

/** The quote of the address, as the person saw it when they pressed the button. */
export function seenQuote(
  context: PageContext,
  refuse: (quote: Quote) => void = refusePartlyInvoiced,
): Promise<ChangeableQuote> {
  return changeable(context, context.params.id ?? '', context.form.version, refuse);
}

export function changeable(
  { deps, account, now }: PageContext,
  quoteId: string,
  version: string | undefined,
  refuse: (quote: Quote) => void,
): Promise<ChangeableQuote> {
  const expectVersion: ExpectVersion = (found) => {
    if (String(found) === version) return;
    throw new Problem('precondition_failed', 'The quote was changed meanwhile.');
  };
  return findChangeableQuote({ deps, accountId: account.id, quoteId, refuse, expectVersion, now });
}

/** Whose hand it is. */
export function ownerOf({ account, actor }: PageContext) {
  return { accountId: account.id, actor };
}
