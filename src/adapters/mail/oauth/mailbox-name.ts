import type { OAuthMailKind } from '../../../domain/mail/mail-account.ts';
import { isMailAddress } from '../../../domain/mail/mail-address.ts';
import type { MailGrant } from '../../../domain/mail/mail-oauth.ts';

/**
 * Returns who signs in to the mail servers and the address that emails come from; `undefined` if the ID token names no
 * address. At Microsoft, the sign-in name may differ from the address of the mailbox.
 */
export function readMailboxName(
  kind: OAuthMailKind,
  { email, email_verified: isVerified, preferred_username: username }: Readonly<Record<string, unknown>>,
): Pick<MailGrant, 'user' | 'address'> | undefined {
  const address = isVerified === false ? undefined : asAddress(email);
  const user = (kind === 'microsoft' ? asAddress(username) : undefined) ?? address;
  return user === undefined ? undefined : { user, address: address ?? user };
}

function asAddress(claim: unknown): string | undefined {
  return typeof claim === 'string' && isMailAddress(claim) ? claim : undefined;
}
