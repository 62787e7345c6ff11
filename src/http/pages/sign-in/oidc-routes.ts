import type { FastifyReply, FastifyRequest } from 'fastify';
import { admit, nameOf, signedInAtProvider } from '../../../actions/person/oidc/identities.ts';
import { type Identity, type OidcProvider, StaleSignIn } from '../../../actions/person/oidc/provider.ts';
import { setUp } from '../../../actions/person/setup.ts';
import type { Deps } from '../../../deps.ts';
import { knownAddress } from '../../../domain/person/person.ts';
import { fill } from '../../../i18n/fill.ts';
import { safeError } from '../../../telemetry/safe-error.ts';
import { siteOf } from '../../session/site.ts';
import { type OpenRoutes, type OpenVisit, ownPath, page, redirect } from './open-route.ts';
import { signInPage } from './sign-in-page.ts';
import { afterFirstFactor, enterWith, type WayIn } from './sign-in-step.ts';
import { keepStep, takeStep } from './step-cookies.ts';

/** Signing in at a provider. The way there is a link, for forms may lead nowhere but to us. */
export function addOidc(open: OpenRoutes, way: WayIn, provider: OidcProvider): void {
  const { deps } = way;

  open.get('/oidc/start', async (visit) => {
    const { query, request, reply } = visit;
    try {
      const isAgain = query.again !== undefined;
      const { url, step } = await provider.start({ redirectUri: callbackUrl(deps, request), isAgain });
      const { state, nonce, verifier, freshSince } = step;
      const rest = [ownPath(query.to) ?? '/', query.setup ?? '', String(freshSince ?? '')];
      keepStep(way, visit, 'oidc', [state, nonce, verifier, ...rest]);
      return redirect(reply, url);
    } catch (error) {
      return failed(way, visit, error);
    }
  });

  open.get('/oidc/callback', async (visit) => {
    const { request } = visit;
    const [state = '', nonce = '', verifier = '', to, setup, since] = takeStep(way, visit, 'oidc') ?? [];
    if (state === '') return failed(way, visit, new Error('no sign-in was under way'));
    try {
      const callback = new URL(callbackUrl(deps, request));
      callback.search = request.url.split('?')[1] ?? '';
      const freshSince = since ? Number(since) : null;
      const identity = await provider.finish(callback, { state, nonce, verifier, freshSince });
      return setup ? await setUpBy(way, visit, identity, setup) : await enterBy(way, visit, identity, to);
    } catch (error) {
      return failed(way, visit, error);
    }
  });
}

async function enterBy(
  way: WayIn,
  visit: OpenVisit,
  identity: Identity,
  to: string | undefined,
): Promise<FastifyReply> {
  const { deps } = way;
  const { reply, spoken } = visit;
  const admission = await admit(deps, identity, visit.now);
  if (admission === 'refused')
    return page(reply.code(403), signInPage(way, visit, { error: spoken.say.oidcRefused }));
  if ('user' in admission) {
    const signedInAt = signedInAtProvider(identity, visit.now);
    const proof = { method: 'oidc', isTwoStep: identity.isMultiFactor, signedInAt } as const;
    return afterFirstFactor(way, visit, admission.user, proof, to);
  }
  keepStep(way, visit, 'link', [identity.issuer, identity.subject, admission.linkTo]);
  const notice = fill(spoken.say.oidcLink, { provider: deps.config.oidcName });
  return page(reply, signInPage(way, visit, { to, email: identity.email, notice }));
}

/** Who has the link of the setup may also become the owner by the provider. */
async function setUpBy(
  way: WayIn,
  visit: OpenVisit,
  identity: Identity,
  code: string,
): Promise<FastifyReply> {
  const { request, reply, now, spoken } = visit;
  const email = knownAddress(identity.email ?? '');
  const session =
    email &&
    (await setUp(
      way.deps,
      code,
      { name: nameOf(identity, email), email, password: null, identity },
      request.headers['user-agent'],
      now,
    ));
  if (session) return enterWith(way, visit, { ...session, method: 'setup' }, '/');
  return page(reply.code(403), signInPage(way, visit, { error: spoken.say.oidcRefused }));
}

function failed(way: WayIn, visit: OpenVisit, error: unknown): FastifyReply {
  const { deps } = way;
  deps.log.warn({ requestId: visit.request.id, err: safeError(error) }, 'sign-in at the provider failed');
  const { oidcFailed, oidcStale } = visit.spoken.say;
  const text = fill(error instanceof StaleSignIn ? oidcStale : oidcFailed, {
    provider: deps.config.oidcName,
  });
  return page(visit.reply.code(401), signInPage(way, visit, { error: text }));
}

function callbackUrl(deps: Deps, request: FastifyRequest): string {
  return `${deps.config.publicUrl ?? siteOf(deps, request).origin}/oidc/callback`;
}
