import type { Deps } from '../../deps.ts';
import { BOUNCE_REASONS, findBounceReason } from '../../domain/mail/bounce-reason.ts';
import type { Delivery, DeliveryState } from '../../domain/mail/delivery.ts';
import { listDeliveryRows, type SentMail } from '../../store/tables/mail/sent-mails.ts';

/** Lists the emails about a quote to its customer, each with what became of it, oldest first. */
export async function listDeliveries(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quoteId: string,
  page: { limit: number; offset: number },
): Promise<{ deliveries: Delivery[]; total: number }> {
  const { rows, total } = await listDeliveryRows(db.read, accountId, quoteId, page);
  return { deliveries: rows.map(toDelivery), total };
}

function toDelivery(row: SentMail): Delivery {
  // The query leaves out emails that have not left yet.
  const state = row.state as DeliveryState;
  return {
    kind: row.kind,
    to: row.recipient,
    at: new Date(row.at).toISOString(),
    state,
    captured: row.is_captured === 1,
    messageId: row.message_id,
    reason: describeReason(state, row.status),
    response: state === 'sent' ? null : row.response,
  };
}

function describeReason(state: DeliveryState, status: string | null): string | null {
  switch (state) {
    case 'bounced':
      return BOUNCE_REASONS[findBounceReason(status)];
    case 'failed':
      return 'The email was not sent: the mail server did not accept it, or nobody signed in to the mail account for 14 days.';
    case 'unknown':
      return 'The reply of the mail server was lost, so the email may have arrived.';
    case 'sent':
      return null;
  }
}
