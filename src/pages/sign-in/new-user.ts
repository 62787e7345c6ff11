import { readNewPasskey } from '../../actions/people/passkeys.ts';
import { newSecretCode } from '../../actions/people/secret-code.ts';
import type { NewOwner } from '../../actions/people/setup.ts';
import type { PasskeyChallenge } from '../../domain/people/passkey.ts';
import { findSite } from '../../http/session/site.ts';
import type { Form } from '../form-fields.ts';
import type { PersonFaults } from './pages.ts';
import { readChallenge } from './passkey-routes.ts';
import { readNameAndAddress, readPerson, withHash } from './person-form.ts';
import type { PublicContext } from './public-route.ts';
import { createChallenge } from './sign-in-page.ts';
import type { SignInDeps } from './sign-in-step.ts';

export function createNewUserChallenge({ deps }: SignInDeps, context: PublicContext): PasskeyChallenge {
  return { ...createChallenge(deps, context), user: { id: newSecretCode(), name: '', displayName: '' } };
}

/** Reads a new user, with a passkey or a password, or the errors of the form. */
export async function readNewUser(
  { deps }: SignInDeps,
  { request, now }: PublicContext,
  form: Form,
  businesses: readonly string[],
): Promise<{ person?: NewOwner; faults: PersonFaults }> {
  if (!form.credential) {
    const { person, faults } = await readPerson(form, businesses);
    return person ? { person: await withHash(person), faults } : { faults };
  }
  const { person, faults } = readNameAndAddress(form);
  if (!person) return { faults };
  const challenge = readChallenge(deps, form.credential, now);
  const made = challenge && (await readNewPasskey(form.credential, challenge, findSite(deps, request)));
  if (!made) return { faults: { passkey: true } };
  return { person: { ...person, password: null, passkey: { made, challenge } }, faults };
}
