import { newSecretCode } from '../../actions/people/secret-code.ts';
import { seal } from '../../actions/sending/links/sealed-token.ts';
import type { Deps } from '../../app/deps.ts';
import type { PasskeyChallenge } from '../../domain/people/passkey.ts';
import { findSite } from '../../http/session/site.ts';
import { renderSignIn, type SignInView } from './pages.ts';
import type { PublicContext } from './public-route.ts';

const OPEN_MS = 15 * 60_000;

/** Renders the sign-in page with all enabled methods. */
export function renderSignInPage(
  { deps }: { deps: Deps },
  context: PublicContext,
  view: Pick<SignInView, 'to' | 'email' | 'error' | 'notice'> & { isAgain?: boolean },
): string {
  const { config } = deps;
  return renderSignIn(context.spoken, {
    ...view,
    hasPassword: config.passwordSignIn,
    provider: config.oidcIssuer === null ? undefined : config.oidcName,
    passkey: createChallenge(deps, context),
  });
}

/** Creates a challenge that contains its expiry, so that it is stored only after use, which prevents a second use. */
export function createChallenge(
  deps: Deps,
  { request, now }: Pick<PublicContext, 'request' | 'now'>,
): PasskeyChallenge {
  const challenge = seal(deps.secret, 'passkey', [String(now + OPEN_MS), newSecretCode()]);
  return { challenge, rpId: findSite(deps, request).rpId };
}
