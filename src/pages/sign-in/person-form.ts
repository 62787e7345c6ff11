import { checkNewPassword } from '../../actions/people/passwords/new-password.ts';
import { hashPassword } from '../../actions/people/passwords/password-hash.ts';
import { normalizeEmail, normalizePersonName } from '../../domain/people/person.ts';
import type { Form } from '../form-fields.ts';
import type { PersonFaults } from './pages.ts';

/** Reads name, email address and password of a new user, or their errors. */
export async function readPerson(
  form: Form,
  businesses: readonly string[],
): Promise<{
  person?: { name: string; email: string; password: string };
  faults: PersonFaults;
}> {
  const name = normalizePersonName(form.name ?? '');
  const email = normalizeEmail(form.email ?? '');
  const password = form.password ?? '';
  const fault = await checkNewPassword(password, [name ?? '', email ?? '', ...businesses]);
  const faults: PersonFaults = {
    ...(name === undefined && { name: true }),
    ...(email === undefined && { email: true }),
    ...(fault && { password: fault }),
  };
  if (name === undefined || email === undefined || fault) return { faults };
  return { person: { name, email, password }, faults };
}

/** Reads name and email address of a user with a passkey instead of a password. */
export function readNameAndAddress(form: Form): {
  person?: { name: string; email: string };
  faults: PersonFaults;
} {
  const name = normalizePersonName(form.name ?? '');
  const email = normalizeEmail(form.email ?? '');
  if (name !== undefined && email !== undefined) return { person: { name, email }, faults: {} };
  return {
    faults: { ...(name === undefined && { name: true }), ...(email === undefined && { email: true }) },
  };
}

export async function withHash<Person extends { password: string }>(person: Person): Promise<Person> {
  return { ...person, password: await hashPassword(person.password) };
}
