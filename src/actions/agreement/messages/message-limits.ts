import type { Deps } from '../../../app/deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { Problem } from '../../../domain/errors.ts';
import type { MessageSide } from '../../../domain/quote/message.ts';
import type { Sql } from '../../../store/database.ts';
import { addRecipient } from '../../../store/tables/mail/sendings.ts';
import { findNthLastMessageTime, type ThreadKey } from '../../../store/tables/quote/messages.ts';
import { toRealTime } from '../../account/account-time.ts';
import { checkRecipientLimit } from '../../sending/send-limits.ts';

/** Messages per side and quote in 24 hours, over all links: each one is an email to the other side. */
const MAX_MESSAGES_PER_DAY = 50;

export async function checkMessageLimit(
  tx: Sql,
  thread: ThreadKey,
  side: MessageSide,
  now: number,
): Promise<void> {
  const oldest = await findNthLastMessageTime(tx, thread, side, MAX_MESSAGES_PER_DAY);
  const real = toRealTime(tx, now);
  if (oldest === undefined || oldest <= real - DAY_MS) return;
  const seconds = Math.max(1, Math.ceil((oldest + DAY_MS - real) / 1000));
  throw new Problem(
    'send_limited',
    `This quote has reached the limit of ${MAX_MESSAGES_PER_DAY} messages per side in 24 hours. Try again in ${seconds} s.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

/** Counts a message towards the emails per recipient per hour, over all quotes. */
export async function countMessageMail(
  tx: Sql,
  deps: Pick<Deps, 'config'>,
  { accountId, recipient, messageId }: { accountId: string; recipient: string; messageId: string },
  now: number,
): Promise<void> {
  await checkRecipientLimit(tx, deps, accountId, recipient, now);
  await addRecipient(tx, accountId, messageId, recipient, toRealTime(tx, now));
}
