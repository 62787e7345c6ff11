import { randomBytes } from 'node:crypto';
import type { Deps } from '../../../app/deps.ts';
import { type EndpointRow, listEndpoints } from '../../../store/tables/webhook/endpoints.ts';
import { openField, type SealedPlace, sealField } from '../../account/sealing/sealed-field.ts';

const PREFIX = 'whsec_';
const BYTES = 32;

/** Generates a secret in the format of Standard Webhooks. */
export function newSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

/** Encrypts a secret for the database. */
export function sealSecret(deps: Pick<Deps, 'sealing'>, accountId: string, text: string): string {
  return sealField(deps, getSecretPlace(accountId), text);
}

/** The secret that it was encrypted with is not known here. */
export class SecretUnreadable extends Error {}

/** Whether the endpoint's events can be signed. */
function isSecretReadable(
  deps: Pick<Deps, 'sealing'>,
  row: Pick<EndpointRow, 'account_id' | 'secret'>,
): boolean {
  return openField(deps, getSecretPlace(row.account_id), row.secret) !== undefined;
}

/** Returns the secrets to sign with at a time, newest first. */
export function getSigningSecrets(
  deps: Pick<Deps, 'sealing'>,
  row: Pick<EndpointRow, 'account_id' | 'secret' | 'previous_secret' | 'previous_until'>,
  now: number,
): string[] {
  const open = (text: string) => openField(deps, getSecretPlace(row.account_id), text);
  const newest = open(row.secret);
  if (newest === undefined) throw new SecretUnreadable('the secret of a webhook endpoint cannot be opened');
  const { previous_secret: previous, previous_until: until } = row;
  const before = previous !== null && until !== null && until > now ? open(previous) : undefined;
  return before === undefined ? [newest] : [newest, before];
}

/** Returns the ids of endpoints whose secret cannot be opened: nothing is sent to them. */
export async function listUnreadableEndpoints(
  deps: Pick<Deps, 'db' | 'sealing'>,
  accountId: string,
): Promise<string[]> {
  const rows = await listEndpoints(deps.db.read, accountId);
  return rows.filter((row) => !isSecretReadable(deps, row)).map(({ id }) => id);
}

function getSecretPlace(accountId: string): SealedPlace {
  return { ownerId: accountId, field: 'webhook secret' };
}
