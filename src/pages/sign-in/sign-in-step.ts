import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecondStep } from '../../actions/people/second-factor/second-step.ts';
import { hashSecret } from '../../actions/people/secret-code.ts';
import type { NewSession, SignInProof } from '../../actions/people/sessions.ts';
import { signIn } from '../../actions/people/sign-in.ts';
import type { Deps } from '../../app/deps.ts';
import { getClientAddress } from '../../app/telemetry/client-address.ts';
import { getNearestAddress, toNetwork } from '../../http/limits/sign-in-limit.ts';
import type { SignInAttempt, SignInThrottle } from '../../http/limits/sign-in-throttle.ts';
import { findOpenSession } from '../../http/session/session-caller.ts';
import { formatSessionCookie } from '../../http/session/session-cookie.ts';
import { fill } from '../../i18n/fill.ts';
import type { UserRow } from '../../store/tables/person/users.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';
import { linkIdentity } from './link-identity.ts';
import type { LocalizedTexts } from './pages.ts';
import { type PublicContext, parseOwnPath, redirect } from './public-route.ts';
import { addCookie, storeStep } from './step-cookies.ts';

/** Shared by all sign-in methods. */
export interface SignInDeps {
  deps: Deps;
  pace: SignInThrottle;
}

/** Delays an attempt. Resolves to the seconds for `Retry-After` if too many attempts wait already. */
export function delayAttempt(
  { pace }: SignInDeps,
  { request, now }: PublicContext,
  kind: SignInAttempt['kind'],
  person: string,
): Promise<number | undefined> {
  const isOver = () => request.raw.socket.destroyed;
  const tried = { kind, network: findNetwork(request), person: hashSecret(person), isOver };
  return request.waitAside(pace.wait(tried, now));
}

/** Delays an attempt unless any user has signed in on the device before; the user is not known yet. */
export async function delayUnknownDevice(
  signInDeps: SignInDeps,
  context: PublicContext,
  kind: SignInAttempt['kind'],
  person: string,
): Promise<number | undefined> {
  return (await findKnownDevice(signInDeps, context))
    ? undefined
    : delayAttempt(signInDeps, context, kind, person);
}

export function findNetwork(request: FastifyRequest): string {
  return toNetwork(getNearestAddress(request));
}

/** The sign-in method in the log. */
type SignInMethod =
  | 'password'
  | 'passkey'
  | 'oidc'
  | 'totp'
  | 'recovery_code'
  | 'setup'
  | 'invitation'
  | 'demo';

interface Proof extends Omit<SignInProof, 'agent'> {
  method: SignInMethod;
}

/** Logs a rejected sign-in. The user is known if the address is theirs, or if an earlier step was correct. */
export function logRejectedSignIn(
  { deps }: Pick<SignInDeps, 'deps'>,
  { request }: Pick<PublicContext, 'request'>,
  method: SignInMethod | 'reset_code' | 'second_step',
  userId?: string,
): void {
  deps.log.warn({ ...describeVisitor(request), user: userId, method }, 'sign-in rejected');
}

/** Returns where a request came from, for the log. */
export function describeVisitor(request: FastifyRequest): { requestId: string; ip: string | undefined } {
  return { requestId: request.id, ip: getClientAddress(request) ?? undefined };
}

/** Continues after the first factor: signs the user in, or asks for the second step. */
export async function continueAfterFirstFactor(
  signInDeps: SignInDeps,
  context: PublicContext,
  user: Pick<UserRow, 'id' | 'password' | 'totp'>,
  proof: Proof,
  to: string | undefined,
): Promise<FastifyReply> {
  if (user.totp === null) return signInUser(signInDeps, context, user, proof, to);
  const { userId, id, means } = newSecondStep(user);
  storeStep(signInDeps, context, 'second', [userId, id, means, parseOwnPath(to) ?? '/']);
  return redirect(context.reply, '/second-factor');
}

/** Signs the user in with a new session, which replaces the one of this browser. */
export async function signInUser(
  { deps }: Pick<SignInDeps, 'deps'>,
  context: PublicContext,
  user: Pick<UserRow, 'id' | 'password' | 'totp'>,
  { method, ...proof }: Proof,
  to: string | undefined,
): Promise<FastifyReply> {
  const { request, now } = context;
  const replaced = await findOpenSession(deps, request);
  const agent = request.headers['user-agent'];
  const session = await signIn(deps, user, { ...proof, agent, replaced }, now);
  if (!session) return redirect(context.reply, '/sign-in?notice=late');
  await linkIdentity({ deps }, context, user.id);
  return finishSignIn({ deps }, context, { ...session, method }, to);
}

/** Sets the cookie of a new session, remembers the device and redirects. */
export function finishSignIn(
  { deps }: Pick<SignInDeps, 'deps'>,
  context: Pick<PublicContext, 'request' | 'reply'>,
  { userId, token, method }: NewSession & { method: SignInMethod },
  to: string | undefined,
): FastifyReply {
  const { request, reply } = context;
  rememberDevice({ deps }, context, userId);
  deps.log.info({ ...describeVisitor(request), user: userId, method }, 'signed in');
  addCookie(reply, formatSessionCookie(request, deps.publicUrl(), token));
  return redirect(reply, parseOwnPath(to) ?? '/');
}

export function setTooManyStatus({ reply }: PublicContext, seconds: number) {
  return reply.code(429).header('Retry-After', seconds);
}

export function formatWait({ t }: LocalizedTexts, seconds: number): string {
  return fill(t.tooMany, { seconds: String(seconds) });
}
