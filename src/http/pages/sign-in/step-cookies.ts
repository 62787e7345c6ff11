import type { FastifyReply } from 'fastify';
import { seal, unseal } from '../../../actions/link/sealed-token.ts';
import type { Deps } from '../../../deps.ts';
import { type StepName, stepCookie, stepValue } from '../../session/session-cookie.ts';
import type { OpenVisit } from './open-route.ts';

const STEP_SECONDS = 600;

/** Puts by what the next page has to know; nobody but us can read or change it. */
export function keepStep(
  { deps }: { deps: Deps },
  { request, reply, now }: Pick<OpenVisit, 'request' | 'reply' | 'now'>,
  name: StepName,
  parts: readonly string[],
): void {
  const value = seal(deps.secret, `sign-in ${name}`, [String(now + STEP_SECONDS * 1000), ...parts]);
  addCookie(reply, stepCookie(request, deps.publicUrl(), name, value, STEP_SECONDS));
}

export function takeStep(
  { deps }: { deps: Deps },
  { request, reply, now }: Pick<OpenVisit, 'request' | 'reply' | 'now'>,
  name: StepName,
): string[] | undefined {
  const sealed = stepValue(request, deps.publicUrl(), name);
  const [until, ...parts] = (sealed && unseal(deps.secret, `sign-in ${name}`, sealed)) || [];
  if (Number(until) <= now || until === undefined) return undefined;
  addCookie(reply, stepCookie(request, deps.publicUrl(), name, '', 0));
  return parts;
}

/** Beside those that the reply has already. */
export function addCookie(reply: FastifyReply, line: string): void {
  const before = [reply.getHeader('Set-Cookie') ?? []].flat().map(String);
  reply.removeHeader('Set-Cookie').header('Set-Cookie', [...before, line]);
}
