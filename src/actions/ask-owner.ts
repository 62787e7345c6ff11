import type { Deps } from '../deps.ts';
import { isExpired } from '../domain/quote.ts';
import { questionMail } from '../mail/question-mail.ts';
import { renewalRequestMail } from '../mail/renewal-request-mail.ts';
import type { Sql } from '../store/database.ts';
import { addEvent } from '../store/events.ts';
import { findLinkRecipient, type Link } from '../store/links.ts';
import { partiesOf } from './ensure-document.ts';
import { ownerAddress, queueMail } from './queue-mail.ts';
import { loadSettledQuote } from './settle-expiry.ts';

export type Asked = { kind: 'question'; text: string } | { kind: 'renewal_request'; text: string | null };

/**
 * In a transaction: a question, or the wish for a longer validity, into the history and to the owner's mail.
 * `closed`: a quote that has not expired needs no renewal. `gone`: deleted, or the link revoked.
 */
export async function askOwner(
  tx: Sql,
  deps: Deps,
  link: Link,
  asked: Asked,
  now: number,
): Promise<'done' | 'closed' | 'gone'> {
  const { account_id: accountId, quote_id: quoteId } = link;
  const stored = await loadSettledQuote(tx, accountId, quoteId, now);
  if (!stored || (await findLinkRecipient(tx, accountId, quoteId, link.id)) === undefined) return 'gone';
  const { quote } = stored;
  if (asked.kind === 'renewal_request' && !isExpired(quote)) return 'closed';
  const { account, customer } = await partiesOf(tx, accountId, quote.customerId);
  const type = asked.kind === 'question' ? 'question' : 'renewal_requested';
  const event = { type, actor: { type: 'customer' }, data: { text: asked.text } } as const;
  await addEvent(tx, accountId, quoteId, event, now);
  const owner = ownerAddress(account);
  if (!owner) return 'done';
  const from = { name: null, email: link.recipient };
  const { replyTo, ...content } =
    asked.kind === 'question'
      ? questionMail({ quote, customer, account, question: asked.text, from })
      : renewalRequestMail({ quote, customer, account, message: asked.text });
  await queueMail(tx, deps, account, { kind: asked.kind, quoteId, to: owner, replyTo, content }, now);
  return 'done';
}
