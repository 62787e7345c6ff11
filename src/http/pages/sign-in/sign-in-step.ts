import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecondStep } from '../../../actions/person/second-factor/second-step.ts';
import type { NewSession, SignInProof } from '../../../actions/person/sessions.ts';
import { signIn } from '../../../actions/person/sign-in.ts';
import { hashSecret } from '../../../actions/secret-code.ts';
import type { Deps } from '../../../deps.ts';
import { fill } from '../../../i18n/fill.ts';
import { nearestAddress, networkOf } from '../../../limits/sign-in-limit.ts';
import type { SignInPace, SignInTry } from '../../../limits/sign-in-pace.ts';
import type { UserRow } from '../../../store/tables/person/users.ts';
import { clientAddress } from '../../../telemetry/client-address.ts';
import type { Spoken } from '../../../web/console/sign-in/pages.ts';
import { findVisitor } from '../../session/session-caller.ts';
import { sessionCookie } from '../../session/session-cookie.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';
import { linkIdentity } from './link-identity.ts';
import { type OpenVisit, ownPath, redirect } from './open-route.ts';
import { addCookie, keepStep } from './step-cookies.ts';

/** Shared by all sign-in methods. */
export interface WayIn {
  deps: Deps;
  pace: SignInPace;
}

/** Delays an attempt. Resolves to the seconds for `Retry-After` if too many attempts wait already. */
export function slowDown(
  { pace }: WayIn,
  { request, now }: OpenVisit,
  kind: SignInTry['kind'],
  person: string,
): Promise<number | undefined> {
  const isOver = () => request.raw.socket.destroyed;
  const tried = { kind, network: networkIn(request), person: hashSecret(person), isOver };
  return request.waitAside(pace.wait(tried, now));
}

/** Delays an attempt unless any user has signed in on the device before; the user is not known yet. */
export async function slowDownStranger(
  way: WayIn,
  context: OpenVisit,
  kind: SignInTry['kind'],
  person: string,
): Promise<number | undefined> {
  return (await findKnownDevice(way, context)) ? undefined : slowDown(way, context, kind, person);
}

export function networkIn(request: FastifyRequest): string {
  return networkOf(nearestAddress(request));
}

/** The sign-in method in the log. */
type SignInMethod = 'password' | 'passkey' | 'oidc' | 'totp' | 'recovery_code' | 'setup' | 'invitation';

interface Proof extends Omit<SignInProof, 'agent'> {
  method: SignInMethod;
}

/** Continues after the first factor: signs the user in, or asks for the second step. */
export async function afterFirstFactor(
  way: WayIn,
  context: OpenVisit,
  user: Pick<UserRow, 'id' | 'password' | 'totp'>,
  proof: Proof,
  to: string | undefined,
): Promise<FastifyReply> {
  if (user.totp === null) return enter(way, context, user, proof, to);
  const { userId, id, means } = newSecondStep(user);
  keepStep(way, context, 'second', [userId, id, means, ownPath(to) ?? '/']);
  return redirect(context.reply, '/second-factor');
}

/** Signs the user in with a new session, which replaces the one of this browser. */
export async function enter(
  { deps }: Pick<WayIn, 'deps'>,
  context: OpenVisit,
  user: Pick<UserRow, 'id' | 'password' | 'totp'>,
  { method, ...proof }: Proof,
  to: string | undefined,
): Promise<FastifyReply> {
  const { request, now } = context;
  const replaced = await findVisitor(deps, request);
  const agent = request.headers['user-agent'];
  const session = await signIn(deps, user, { ...proof, agent, replaced }, now);
  if (!session) return redirect(context.reply, '/sign-in?notice=late');
  await linkIdentity({ deps }, context, user.id);
  rememberDevice({ deps }, context, user.id);
  return enterWith({ deps }, context, { ...session, method }, to);
}

/** Sets the cookie of a new session and redirects. */
export function enterWith(
  { deps }: Pick<WayIn, 'deps'>,
  { request, reply }: Pick<OpenVisit, 'request' | 'reply'>,
  { userId, token, method }: NewSession & { method: SignInMethod },
  to: string | undefined,
): FastifyReply {
  const ip = clientAddress(request) ?? undefined;
  deps.log.info({ requestId: request.id, user: userId, method, ip }, 'signed in');
  addCookie(reply, sessionCookie(request, deps.publicUrl(), token));
  return redirect(reply, ownPath(to) ?? '/');
}

export function tooMany({ reply }: OpenVisit, seconds: number) {
  return reply.code(429).header('Retry-After', seconds);
}

export function waitWord({ say }: Spoken, seconds: number): string {
  return fill(say.tooMany, { seconds: String(seconds) });
}
