import { checkPasskey, listUserPasskeys } from '../../../actions/people/passkeys.ts';
import { isPassword } from '../../../actions/people/passwords/password-hash.ts';
import { readProfile } from '../../../actions/people/profile.ts';
import { findSite } from '../../../http/session/site.ts';
import { readChallenge } from '../../sign-in/passkey-routes.ts';
import type { PageContext } from '../console-route.ts';

/** Attempts per user per minute. Only a session of that user gets this far. */
const MAX_ATTEMPTS = 10;

export type Confirmation = 'confirmed' | 'wrong' | 'too-many';

/**
 * Checks that the form has the current password or a passkey of the signed-in user, because somebody else may use an
 * unattended browser. For a user with neither, the recent sign-in at the identity provider is sufficient.
 */
export async function confirmPerson({ deps, person, request, form }: PageContext): Promise<Confirmation> {
  const { id } = person.user;
  const [{ user }, passkeys] = await Promise.all([readProfile(deps, id), listUserPasskeys(deps, id)]);
  if (user.password === null && passkeys.length === 0) return 'confirmed';
  const now = deps.clock();
  const limit = { accountId: '', kind: 'confirm', subject: id, perMinute: MAX_ATTEMPTS };
  if ((await deps.rateLimits.count(limit, now)).left < 0) return 'too-many';
  const { credential, current } = form;
  if (credential) {
    const challenge = readChallenge(deps, credential, now);
    const site = findSite(deps, request);
    const shown = challenge && (await checkPasskey(deps, { credential, challenge, site }, now));
    return shown && shown.id === id ? 'confirmed' : 'wrong';
  }
  return (await isPassword(current ?? '', user.password)) ? 'confirmed' : 'wrong';
}
