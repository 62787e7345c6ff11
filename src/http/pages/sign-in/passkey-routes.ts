import { unseal } from '../../../actions/link/sealed-token.ts';
import { checkPasskey } from '../../../actions/person/passkeys.ts';
import { siteOf } from '../../session/site.ts';
import { type OpenRoutes, page } from './open-route.ts';
import { signInPage } from './sign-in-page.ts';
import { enter, slowDownStranger, tooMany, type WayIn, waitWord } from './sign-in-step.ts';

/** Registers the sign-in with a passkey. The form carries the credential of the browser. */
export function addPasskeys(open: OpenRoutes, way: WayIn): void {
  const { deps } = way;
  open.post('/passkey', async (context) => {
    const { form, request, reply, spoken, now } = context;
    const seconds = await slowDownStranger(way, context, 'passkey', '');
    if (seconds !== undefined) {
      return page(tooMany(context, seconds), signInPage(way, context, { error: waitWord(spoken, seconds) }));
    }
    const credential = form.credential ?? '';
    const challenge = openChallenge(deps.secret, credential, now);
    const site = siteOf(deps, request);
    const user = challenge && (await checkPasskey(deps, { credential, challenge, site }, now));
    if (user) return enter(way, context, user, { method: 'passkey', isTwoStep: true }, form.to);
    return page(reply.code(401), signInPage(way, context, { error: spoken.say.passkeyFailed }));
  });
}

/** Returns the challenge of a credential, if it is one of ours and has not expired. The signature is not checked here. */
export function openChallenge(secret: string, credential: string, now: number): string | undefined {
  try {
    const { clientDataJSON } = JSON.parse(credential).response;
    const { challenge } = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString('utf8'));
    const [until] = unseal(secret, 'passkey', String(challenge)) ?? [];
    return Number(until) > now ? String(challenge) : undefined;
  } catch {
    return undefined;
  }
}
