import { randomBytes } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { EndpointRow } from '../../store/tables/webhook/endpoints.ts';
import { seal, unseal } from '../link/sealed-token.ts';

const PURPOSE = 'webhook secret';
const PREFIX = 'whsec_';
const BYTES = 32;

/** As Standard Webhooks writes them. */
export function newSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

/** As the database has it. */
export function sealSecret({ secret }: Pick<Deps, 'secret'>, text: string): string {
  return seal(secret, PURPOSE, [text]);
}

/** With which to sign at a time, the newest first. */
export function signingSecrets(
  { secret }: Pick<Deps, 'secret'>,
  row: Pick<EndpointRow, 'secret' | 'previous_secret' | 'previous_until'>,
  now: number,
): string[] {
  const { previous_secret: previous, previous_until: until } = row;
  const sealed = previous !== null && until !== null && until > now ? [row.secret, previous] : [row.secret];
  return sealed.map((text) => {
    const [opened] = unseal(secret, PURPOSE, text) ?? [];
    if (opened === undefined) throw new Error('a secret of a webhook endpoint that cannot be opened');
    return opened;
  });
}
