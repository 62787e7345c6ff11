import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { Problem } from '../../domain/errors.ts';
import type { HistoryEvent } from '../../domain/quote/history.ts';
import type { Message } from '../../domain/quote/message.ts';
import { isExpired } from '../../domain/quote/quote.ts';
import { questionMail } from '../../mail/letters/question.ts';
import { renewalRequestMail } from '../../mail/letters/renewal-request.ts';
import type { Sql } from '../../store/database.ts';
import type { LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import { listAskedOverLink } from '../../store/tables/events.ts';
import { findLinkRecipient, type Link } from '../../store/tables/quote/links.ts';
import { addMessage } from '../../store/tables/quote/messages.ts';
import { accountNow, realTime } from '../account/account-time.ts';
import { accountForMail, ensureMailLogo } from '../account/mail-logo.ts';
import { recordEvent } from '../event/record-event.ts';
import type { OpenedQuote } from '../link/open-quote.ts';
import { checkMessageCap } from '../message/message-caps.ts';
import { threadOf } from '../message/thread.ts';
import { findOwnerAddress, queueMail } from '../outbox/queue-mail.ts';
import { loadSettledQuote } from '../quote/settle-expiry.ts';

type Asked = { kind: 'question'; text: string } | { kind: 'renewal_request'; text: string | null };

/** Questions per link in 24 hours: enough for any customer, and too few to flood a mailbox. */
const ASKED_A_DAY = 20;

/** `closed`: a renewal of a quote that has not expired. `gone`: the quote is deleted or the link is revoked. */
type AskResult = 'done' | 'closed' | 'gone';

/** Records a question or a renewal request in the history and emails it to the owner. */
export async function askOwner(deps: Deps, opened: OpenedQuote, asked: Asked): Promise<AskResult> {
  const shown = { ...opened, logo: await ensureMailLogo(deps, opened.source.account) };
  const account = opened.link.account_id;
  return deps.db.write(async (tx) => ask(tx, deps, shown, asked, await accountNow(tx, account)), {
    account,
  });
}

async function ask(
  tx: Sql,
  deps: Deps,
  { link, source: document, record, logo }: OpenedQuote & { logo: LogoBitmap | undefined },
  asked: Asked,
  now: number,
): Promise<AskResult> {
  const { account_id: accountId, quote_id: quoteId } = link;
  const stored = await loadSettledQuote(tx, accountId, quoteId, now);
  if (!stored || (await findLinkRecipient(tx, accountId, quoteId, link.id)) === undefined) return 'gone';
  const { quote } = stored;
  if (asked.kind === 'renewal_request' && !isExpired(quote)) return 'closed';
  await checkAskingCap(tx, link, realTime(tx, now));
  const { message, ...event } = await recordAsked(tx, link, asked, document.customer.name, now);
  const asking = { ...event, actor: { type: 'customer' } } as const;
  await recordEvent(tx, accountId, stored, asking, { at: now, now }, { ...(message && { message }) });
  const owner = await findOwnerAddress(tx, accountId);
  if (!owner) return 'done';
  const { customer } = document;
  const account = await accountForMail(tx, document.account, logo);
  const from = { name: null, email: link.recipient };
  const { replyTo, ...content } =
    asked.kind === 'question'
      ? questionMail({ quote, customer, account, question: asked.text, from })
      : renewalRequestMail({ quote, customer, account, message: asked.text });
  const mail = { kind: asked.kind, quoteId, to: owner, replyTo, content, document, record };
  await queueMail(tx, deps, account, mail, now);
  return 'done';
}

/** Returns the event to record. A question is also added to the message thread. */
async function recordAsked(
  tx: Sql,
  link: Link,
  asked: Asked,
  author: string,
  now: number,
): Promise<Pick<HistoryEvent, 'type' | 'data'> & { message?: Message }> {
  const data = { text: asked.text, linkId: link.id };
  if (asked.kind === 'renewal_request') return { type: 'renewal_requested', data };
  const thread = threadOf(link);
  await checkMessageCap(tx, thread, 'customer', now);
  const message = await addMessage(tx, thread, { from: 'customer', author, text: asked.text }, now);
  return { type: 'question', data: { ...data, messageId: message.id }, message };
}

async function checkAskingCap(tx: Sql, link: Link, now: number): Promise<void> {
  const times = await listAskedOverLink(tx, link, now - DAY_MS);
  const oldest = times.at(-ASKED_A_DAY);
  if (oldest === undefined) return;
  const seconds = Math.max(1, Math.ceil((oldest + DAY_MS - now) / 1000));
  throw new Problem('rate_limited', `A link allows ${ASKED_A_DAY} questions per 24 hours.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
