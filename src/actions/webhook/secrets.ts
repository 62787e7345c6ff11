import { randomBytes } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { EndpointRow } from '../../store/tables/webhook/endpoints.ts';
import { seal, unseal } from '../link/sealed-token.ts';

const PURPOSE = 'webhook secret';
const PREFIX = 'whsec_';
const BYTES = 32;

/** Generates a secret in the format of Standard Webhooks. */
export function newSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

/** Encrypts a secret for the database. */
export function sealSecret({ secret }: Pick<Deps, 'secret'>, text: string): string {
  return seal(secret, PURPOSE, [text]);
}

/** The secret of the service has changed since this one was encrypted. */
export class SecretUnreadable extends Error {}

/** Returns the secrets to sign with at a time, newest first. */
export function getSigningSecrets(
  { secret }: Pick<Deps, 'secret'>,
  row: Pick<EndpointRow, 'secret' | 'previous_secret' | 'previous_until'>,
  now: number,
): string[] {
  const open = (text: string) => unseal(secret, PURPOSE, text)?.[0];
  const newest = open(row.secret);
  if (newest === undefined) throw new SecretUnreadable('the secret of a webhook endpoint cannot be opened');
  const { previous_secret: previous, previous_until: until } = row;
  const before = previous !== null && until !== null && until > now ? open(previous) : undefined;
  return before === undefined ? [newest] : [newest, before];
}
