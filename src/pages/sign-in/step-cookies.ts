import type { FastifyReply } from 'fastify';
import { seal, unseal } from '../../actions/sending/links/sealed-token.ts';
import type { Deps } from '../../app/deps.ts';
import { formatStepCookie, readStepCookie, type StepName } from '../../http/session/session-cookie.ts';
import type { PublicContext } from './public-route.ts';

const STEP_SECONDS = 600;

/** Stores the state for the next page in a cookie that only the service can read or change. */
export function storeStep(
  { deps }: { deps: Deps },
  { request, reply, now }: Pick<PublicContext, 'request' | 'reply' | 'now'>,
  name: StepName,
  parts: readonly string[],
): void {
  const value = seal(deps.secret, `sign-in ${name}`, [String(now + STEP_SECONDS * 1000), ...parts]);
  addCookie(reply, formatStepCookie(request, deps.publicUrl(), name, value, STEP_SECONDS));
}

/** Reads the state and its expiry, and leaves the cookie unchanged. */
export function readStep(
  { deps }: { deps: Deps },
  { request, now }: Pick<PublicContext, 'request' | 'now'>,
  name: StepName,
): { until: number; parts: string[] } | undefined {
  const sealed = readStepCookie(request, deps.publicUrl(), name);
  const [until, ...parts] = (sealed && unseal(deps, `sign-in ${name}`, sealed)) || [];
  return Number(until) > now ? { until: Number(until), parts } : undefined;
}

export function takeStep(
  signInDeps: { deps: Deps },
  context: Pick<PublicContext, 'request' | 'reply' | 'now'>,
  name: StepName,
): string[] | undefined {
  const step = readStep(signInDeps, context, name);
  if (step) endStep(signInDeps, context, name);
  return step?.parts;
}

export function endStep(
  { deps }: { deps: Deps },
  { request, reply }: Pick<PublicContext, 'request' | 'reply'>,
  name: StepName,
): void {
  addCookie(reply, formatStepCookie(request, deps.publicUrl(), name, '', 0));
}

/** Adds a cookie to those that the reply has already. */
export function addCookie(reply: FastifyReply, line: string): void {
  const before = [reply.getHeader('Set-Cookie') ?? []].flat().map(String);
  reply.removeHeader('Set-Cookie').header('Set-Cookie', [...before, line]);
}
