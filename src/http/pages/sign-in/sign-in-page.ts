import { seal } from '../../../actions/link/sealed-token.ts';
import { newSecretCode } from '../../../actions/secret-code.ts';
import type { Deps } from '../../../deps.ts';
import type { PasskeyChallenge } from '../../../domain/person/passkey.ts';
import { renderSignIn, type SignInView } from '../../../web/console/sign-in/pages.ts';
import { siteOf } from '../../session/site.ts';
import type { OpenVisit } from './open-route.ts';

const OPEN_MS = 15 * 60_000;

/** The page with all ways in that there are. */
export function signInPage(
  { deps }: { deps: Deps },
  context: OpenVisit,
  view: Pick<SignInView, 'to' | 'email' | 'error' | 'notice'> & { isAgain?: boolean },
): string {
  const { config } = deps;
  return renderSignIn(context.spoken, {
    ...view,
    hasPassword: config.passwordSignIn,
    provider: config.oidcIssuer === null ? undefined : config.oidcName,
    passkey: newChallenge(deps, context),
  });
}

/** Carries its own end, so that nothing has to be kept until it comes back; used once by being written down then. */
export function newChallenge(
  deps: Deps,
  { request, now }: Pick<OpenVisit, 'request' | 'now'>,
): PasskeyChallenge {
  const challenge = seal(deps.secret, 'passkey', [String(now + OPEN_MS), newSecretCode()]);
  return { challenge, rpId: siteOf(deps, request).rpId };
}
