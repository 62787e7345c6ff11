import { renderEndpointDisabledEmail } from '../../../../adapters/mail/letters/endpoint-disabled.ts';
import type { AttemptResult } from '../../../../adapters/webhooks/post-event.ts';
import type { Deps } from '../../../../app/deps.ts';
import type { Sql } from '../../../../store/database.ts';
import { findAccount } from '../../../../store/tables/account/accounts.ts';
import type { EndpointRow } from '../../../../store/tables/webhook/endpoints.ts';
import { withMailLogo } from '../../../account/mail-logo.ts';
import { mailOwner } from '../../../sending/outbox/mail-owner.ts';

export interface DisabledEndpoint {
  endpoint: EndpointRow;
  reason: 'gone' | 'failing';
  /** Time of the first failure. */
  since: number;
  result: AttemptResult;
}

/** Notifies the account inside the transaction that disables the endpoint, or its owners if the account has no address. */
export async function notifyOwner(
  tx: Sql,
  deps: Deps,
  accountId: string,
  { endpoint, reason, since, result }: DisabledEndpoint,
  now: number,
): Promise<void> {
  const stored = await findAccount(tx, accountId);
  if (!stored) return;
  const account = await withMailLogo(tx, stored.account);
  const { url, description } = endpoint;
  const content = renderEndpointDisabledEmail({
    account,
    reason,
    url,
    description,
    apiUrl: `${deps.publicUrl()}/api/v1/webhook-endpoints/${endpoint.id}`,
    failingSince: new Date(since).toISOString(),
    error: result.error ?? '',
    reply: result.reply,
    eventsDays: deps.config.eventsDays,
  });
  await mailOwner(tx, deps, account, { kind: 'endpoint_disabled', documentId: '', content }, now);
}
