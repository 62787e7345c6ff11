import type { Deps } from '../../../deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { renderEndpointDisabledEmail } from '../../../mail/letters/endpoint-disabled.ts';
import type { Sql } from '../../../store/database.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import { listMembers } from '../../../store/tables/person/users.ts';
import type { EndpointRow } from '../../../store/tables/webhook/endpoints.ts';
import type { AttemptResult } from '../../../webhooks/post-event.ts';
import { withMailLogo } from '../../account/mail-logo.ts';
import { ownerAddress, queueMail } from '../../outbox/queue-mail.ts';
import { queueUserMail } from '../../person/user-mails.ts';

const VALID_MS = 3 * DAY_MS;

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
  const to = ownerAddress(account);
  if (to) {
    const mail = { kind: 'endpoint_disabled', documentId: '', to, replyTo: null, content } as const;
    await queueMail(tx, deps, account, mail, now);
    return;
  }
  for (const { email, role } of await listMembers(tx, accountId)) {
    const mail = { to: email, content, expiresAt: now + VALID_MS };
    if (role === 'owner') await queueUserMail(tx, deps, mail, now);
  }
}
