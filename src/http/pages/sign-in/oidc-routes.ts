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

/** Registers the sign-in at an identity provider. It starts with a link, because the CSP restricts forms to this site. */
export function addOidc(open: OpenRoutes, way: WayIn, provider: OidcProvider): void {
  const { deps } = way;

  open.get('/oidc/start', async (context) => {
    const { query, request, reply } = context;
    try {
      const isAgain = query.again !== undefined;
      const { url, step } = await provider.start({ redirectUri: callbackUrl(deps, request), isAgain });
      const { state, nonce, verifier, freshSince } = step;
      const rest = [ownPath(query.to) ?? '/', query.setup ?? '', String(freshSince ?? '')];
      keepStep(way, context, 'oidc', [state, nonce, verifier, ...rest]);
      return redirect(reply, url);
    } catch (error) {
      return failed(way, context, error);
    }
  });

  open.get('/oidc/callback', async (context) => {
    const { request } = context;
    const [state = '', nonce = '', verifier = '', to, setup, since] = takeStep(way, context, 'oidc') ?? [];
    if (state === '') return failed(way, context, new Error('no sign-in was in progress'));
    try {
      const callback = new URL(callbackUrl(deps, request));
      callback.search = request.url.split('?')[1] ?? '';
      const freshSince = since ? Number(since) : null;
      const identity = await provider.finish(callback, { state, nonce, verifier, freshSince });
      return setup ? await setUpBy(way, context, identity, setup) : await enterBy(way, context, identity, to);
    } catch (error) {
      return failed(way, context, error);
    }
  });
}

async function enterBy(
  way: WayIn,
  context: OpenVisit,
  identity: Identity,
  to: string | undefined,
): Promise<FastifyReply> {
  const { deps } = way;
  const { reply, spoken } = context;
  const admission = await admit(deps, identity, context.now);
  if (admission === 'refused')
    return page(reply.code(403), signInPage(way, context, { error: spoken.say.oidcRefused }));
  if ('user' in admission) {
    const signedInAt = signedInAtProvider(identity, context.now);
    const proof = { method: 'oidc', isTwoStep: identity.isMultiFactor, signedInAt } as const;
    return afterFirstFactor(way, context, admission.user, proof, to);
  }
  keepStep(way, context, 'link', [identity.issuer, identity.subject, admission.linkTo]);
  const notice = fill(spoken.say.oidcLink, { provider: deps.config.oidcName });
  return page(reply, signInPage(way, context, { to, email: identity.email, notice }));
}

/** Creates the first owner from an identity of the provider, if the setup code is valid. */
async function setUpBy(
  way: WayIn,
  context: OpenVisit,
  identity: Identity,
  code: string,
): Promise<FastifyReply> {
  const { request, reply, now, spoken } = context;
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
  if (session) return enterWith(way, context, { ...session, method: 'setup' }, '/');
  return page(reply.code(403), signInPage(way, context, { error: spoken.say.oidcRefused }));
}

function failed(way: WayIn, context: OpenVisit, error: unknown): FastifyReply {
  const { deps } = way;
  deps.log.warn({ requestId: context.request.id, err: safeError(error) }, 'sign-in at the provider failed');
  const { oidcFailed, oidcStale } = context.spoken.say;
  const text = fill(error instanceof StaleSignIn ? oidcStale : oidcFailed, {
    provider: deps.config.oidcName,
  });
  return page(context.reply.code(401), signInPage(way, context, { error: text }));
}

function callbackUrl(deps: Deps, request: FastifyRequest): string {
  return `${deps.config.publicUrl ?? siteOf(deps, request).origin}/oidc/callback`;
}
