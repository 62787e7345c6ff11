import type { FastifyReply } from 'fastify';
import { seal, unseal } from '../../../actions/link/sealed-token.ts';
import type { Deps } from '../../../deps.ts';
import { type StepName, stepCookie, stepValue } from '../../session/session-cookie.ts';
import type { OpenVisit } from './open-route.ts';

const STEP_SECONDS = 600;

/** Stores the state for the next page in a cookie that only the service can read or change. */
export function keepStep(
  { deps }: { deps: Deps },
  { request, reply, now }: Pick<OpenVisit, 'request' | 'reply' | 'now'>,
  name: StepName,
  parts: readonly string[],
): void {
  const value = seal(deps.secret, `sign-in ${name}`, [String(now + STEP_SECONDS * 1000), ...parts]);
  addCookie(reply, stepCookie(request, deps.publicUrl(), name, value, STEP_SECONDS));
}

/** Reads the state and its expiry, and leaves the cookie unchanged. */
export function readStep(
  { deps }: { deps: Deps },
  { request, now }: Pick<OpenVisit, 'request' | 'now'>,
  name: StepName,
): { until: number; parts: string[] } | undefined {
  const sealed = stepValue(request, deps.publicUrl(), name);
  const [until, ...parts] = (sealed && unseal(deps.secret, `sign-in ${name}`, sealed)) || [];
  return Number(until) > now ? { until: Number(until), parts } : undefined;
}

export function takeStep(
  way: { deps: Deps },
  context: Pick<OpenVisit, 'request' | 'reply' | 'now'>,
  name: StepName,
): string[] | undefined {
  const step = readStep(way, context, name);
  if (step) endStep(way, context, name);
  return step?.parts;
}

export function endStep(
  { deps }: { deps: Deps },
  { request, reply }: Pick<OpenVisit, 'request' | 'reply'>,
  name: StepName,
): void {
  addCookie(reply, stepCookie(request, deps.publicUrl(), name, '', 0));
}

/** Adds a cookie to those that the reply has already. */
export function addCookie(reply: FastifyReply, line: string): void {
  const before = [reply.getHeader('Set-Cookie') ?? []].flat().map(String);
  reply.removeHeader('Set-Cookie').header('Set-Cookie', [...before, line]);
}
