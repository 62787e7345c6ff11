import { checkPasskey } from '../../actions/people/passkeys.ts';
import { type Secrets, unseal } from '../../actions/sending/links/sealed-token.ts';
import { findSite } from '../../http/session/site.ts';
import { type PublicRoutes, page } from './public-route.ts';
import { renderSignInPage } from './sign-in-page.ts';
import {
  delayUnknownDevice,
  formatWait,
  logRejectedSignIn,
  type SignInDeps,
  setTooManyStatus,
  signInUser,
} from './sign-in-step.ts';

/** Registers the sign-in with a passkey. The form carries the credential of the browser. */
export function addPasskeys(open: PublicRoutes, signInDeps: SignInDeps): void {
  const { deps } = signInDeps;
  open.post('/passkey', async (context) => {
    const { form, request, reply, spoken, now } = context;
    const seconds = await delayUnknownDevice(signInDeps, context, 'passkey', '');
    if (seconds !== undefined) {
      return page(
        setTooManyStatus(context, seconds),
        renderSignInPage(signInDeps, context, { error: formatWait(spoken, seconds) }),
      );
    }
    const credential = form.credential ?? '';
    const challenge = readChallenge(deps, credential, now);
    const site = findSite(deps, request);
    const user = challenge && (await checkPasskey(deps, { credential, challenge, site }, now));
    if (user) return signInUser(signInDeps, context, user, { method: 'passkey', isTwoStep: true }, form.to);
    logRejectedSignIn(signInDeps, context, 'passkey');
    return page(reply.code(401), renderSignInPage(signInDeps, context, { error: spoken.t.passkeyFailed }));
  });
}

/** Returns the challenge of a credential, if it is one of ours and has not expired. The signature is not checked here. */
export function readChallenge(deps: Secrets, credential: string, now: number): string | undefined {
  try {
    const { clientDataJSON } = JSON.parse(credential).response;
    const { challenge } = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString('utf8'));
    const [until] = unseal(deps, 'passkey', String(challenge)) ?? [];
    return Number(until) > now ? String(challenge) : undefined;
  } catch {
    return undefined;
  }
}
