import type { FastifyReply, FastifyRequest } from 'fastify';
import { admit, getDisplayName, getProviderSignInTime } from '../../actions/people/oidc/identities.ts';
import { type Identity, type OidcProvider, StaleSignIn } from '../../actions/people/oidc/provider.ts';
import { findSetupAccount, setUpConsole } from '../../actions/people/setup.ts';
import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import { DEFAULT_NAME } from '../../domain/account/new-account.ts';
import { normalizeEmail } from '../../domain/people/person.ts';
import { findBaseUrl } from '../../http/session/site.ts';
import { fill } from '../../i18n/fill.ts';
import { type PublicContext, type PublicRoutes, page, parseOwnPath, redirect } from './public-route.ts';
import { renderSignInPage } from './sign-in-page.ts';
import {
  continueAfterFirstFactor,
  describeVisitor,
  finishSignIn,
  logRejectedSignIn,
  type SignInDeps,
} from './sign-in-step.ts';
import { storeStep, takeStep } from './step-cookies.ts';

/** Registers the sign-in at an identity provider. It starts with a link, because the CSP restricts forms to this site. */
export function addOidc(open: PublicRoutes, signInDeps: SignInDeps, provider: OidcProvider): void {
  const { deps } = signInDeps;

  open.get('/oidc/start', async (context) => {
    const { query, request, reply } = context;
    try {
      const isAgain = query.again !== undefined;
      const { url, step } = await provider.start({ redirectUri: callbackUrl(deps, request), isAgain });
      const { state, nonce, verifier, freshSince } = step;
      const rest = [parseOwnPath(query.to) ?? '/', query.setup ?? '', String(freshSince ?? '')];
      storeStep(signInDeps, context, 'oidc', [state, nonce, verifier, ...rest]);
      return redirect(reply, url);
    } catch (error) {
      return sendFailure(signInDeps, context, error);
    }
  });

  open.get('/oidc/callback', async (context) => {
    const { request } = context;
    const [state = '', nonce = '', verifier = '', to, setup, since] =
      takeStep(signInDeps, context, 'oidc') ?? [];
    if (state === '') return sendFailure(signInDeps, context, new Error('no sign-in was in progress'));
    try {
      const callback = new URL(callbackUrl(deps, request));
      callback.search = request.url.split('?')[1] ?? '';
      const freshSince = since ? Number(since) : null;
      const identity = await provider.finish(callback, { state, nonce, verifier, freshSince });
      return setup
        ? await setUpByProvider(signInDeps, context, identity, setup)
        : await signInByProvider(signInDeps, context, identity, to);
    } catch (error) {
      return sendFailure(signInDeps, context, error);
    }
  });
}

async function signInByProvider(
  signInDeps: SignInDeps,
  context: PublicContext,
  identity: Identity,
  to: string | undefined,
): Promise<FastifyReply> {
  const { deps } = signInDeps;
  const { reply, spoken } = context;
  const admission = await admit(deps, identity, context.now);
  if (admission === 'refused') return rejectSignIn(signInDeps, context);
  if ('user' in admission) {
    const signedInAt = getProviderSignInTime(identity, context.now);
    const proof = { method: 'oidc', isTwoStep: identity.isMultiFactor, signedInAt } as const;
    return continueAfterFirstFactor(signInDeps, context, admission.user, proof, to);
  }
  storeStep(signInDeps, context, 'link', [identity.issuer, identity.subject, admission.linkTo]);
  const notice = fill(spoken.t.oidcLink, { provider: deps.config.oidcName });
  return page(reply, renderSignInPage(signInDeps, context, { to, email: identity.email, notice }));
}

/** Creates the first owner from an identity of the provider, if the setup code is valid. */
async function setUpByProvider(
  signInDeps: SignInDeps,
  context: PublicContext,
  identity: Identity,
  code: string,
): Promise<FastifyReply> {
  const { request, now } = context;
  const email = normalizeEmail(identity.email ?? '');
  const session =
    email &&
    (await setUpConsole(
      signInDeps.deps,
      code,
      { name: getDisplayName(identity, email), email, password: null, identity },
      { agent: request.headers['user-agent'] },
      now,
    ));
  if (session) {
    // The provider does not know the business; its page asks for the name.
    const account = await findSetupAccount(signInDeps.deps);
    const next = account?.name === DEFAULT_NAME ? `/${account.id}/settings/business` : '/';
    return finishSignIn(signInDeps, context, { ...session, method: 'setup' }, next);
  }
  return rejectSignIn(signInDeps, context);
}

/** Rejects a person whom the provider knows and this service does not admit. */
function rejectSignIn(signInDeps: SignInDeps, context: PublicContext): FastifyReply {
  const { reply, spoken } = context;
  logRejectedSignIn(signInDeps, context, 'oidc');
  return page(reply.code(403), renderSignInPage(signInDeps, context, { error: spoken.t.oidcRefused }));
}

function sendFailure(signInDeps: SignInDeps, context: PublicContext, error: unknown): FastifyReply {
  const { deps } = signInDeps;
  const visitor = describeVisitor(context.request);
  deps.log.warn({ ...visitor, err: safeError(error) }, 'sign-in at the provider failed');
  const { oidcFailed, oidcStale } = context.spoken.t;
  const text = fill(error instanceof StaleSignIn ? oidcStale : oidcFailed, {
    provider: deps.config.oidcName,
  });
  return page(context.reply.code(401), renderSignInPage(signInDeps, context, { error: text }));
}

function callbackUrl(deps: Deps, request: FastifyRequest): string {
  return `${findBaseUrl(deps, request)}/oidc/callback`;
}
