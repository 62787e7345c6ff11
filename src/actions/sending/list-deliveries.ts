import { createHash } from 'node:crypto';
import type { Deps } from '../../app/deps.ts';
import { encodeBase32, isId, minIdAt, parseIdTime, RANDOM_DIGITS } from '../../domain/ids.ts';
import { BOUNCE_REASONS, findBounceReason } from '../../domain/mail/bounce-reason.ts';
import type { Delivery, DeliveryState } from '../../domain/mail/delivery.ts';
import type { PageSlice, PageTotal } from '../../store/lists/list-total.ts';
import { findDeliveryRowsAt, listDeliveryRows, type SentMail } from '../../store/tables/mail/sent-mails.ts';
import { assertCursorFound } from '../expect-cursor.ts';

/** Lists the emails about a quote to its customer, each with what became of it, oldest first. */
export async function listDeliveries(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quoteId: string,
  { after, ...page }: PageSlice,
): Promise<PageTotal & { deliveries: Delivery[] }> {
  const last = after === undefined ? undefined : await findDelivery({ db }, accountId, quoteId, after);
  assertCursorFound(after === undefined || last !== undefined);
  const { rows, ...total } = await listDeliveryRows(db.read, accountId, quoteId, { ...page, after: last });
  return { deliveries: rows.map(toDelivery), ...total };
}

async function findDelivery(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quoteId: string,
  id: string,
): Promise<SentMail | undefined> {
  if (!isId('dlv', id)) return undefined;
  const rows = await findDeliveryRowsAt(db.read, accountId, quoteId, parseIdTime(id));
  return rows.find((row) => createDeliveryId(row) === id);
}

function toDelivery(row: SentMail): Delivery {
  // The query leaves out emails that have not left yet.
  const state = row.state as DeliveryState;
  return {
    id: createDeliveryId(row),
    kind: row.kind,
    to: row.recipient,
    at: new Date(row.at).toISOString(),
    state,
    captured: row.is_captured === 1,
    messageId: row.message_id,
    reason: describeReason(state, row),
    response: state === 'sent' ? null : row.response,
  };
}

/**
 * Emails are stored without an identifier, so that it consists of the time that they are sorted by and a hash. An email
 * that is sent again moves to the end of the list, and gets another one.
 */
function createDeliveryId({ at, message_id: messageId, recipient }: SentMail): string {
  const hash = createHash('sha256').update(`${messageId} ${recipient}`).digest();
  const digits = [0, 5].map((start) => encodeBase32(hash.readUIntBE(start, 5), RANDOM_DIGITS / 2));
  return minIdAt('dlv', at) + digits.join('');
}

function describeReason(
  state: DeliveryState,
  { status, response }: Pick<SentMail, 'status' | 'response'>,
): string | null {
  switch (state) {
    case 'bounced':
      return BOUNCE_REASONS[findBounceReason(status, response)];
    case 'failed':
      return 'The email was not sent: the mail server did not accept it, or nobody signed in to the mail account for 14 days.';
    case 'unknown':
      return 'The reply of the mail server was lost, so the email may have arrived.';
    case 'sent':
      return null;
  }
}
