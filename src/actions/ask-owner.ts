import type { Deps } from '../deps.ts';
import { questionMail } from '../mail/question-mail.ts';
import { renewalRequestMail } from '../mail/renewal-request-mail.ts';
import type { Sql } from '../store/database.ts';
import { addEvent } from '../store/events.ts';
import type { Link } from '../store/links.ts';
import { partiesOf } from './ensure-document.ts';
import { ownerAddress, queueMail } from './queue-mail.ts';
import { loadSettledQuote } from './settle-expiry.ts';

/** In a transaction: a question, or the wish for a longer validity, into the history and to the owner's mail. */
export async function askOwner(
  tx: Sql,
  deps: Deps,
  link: Link,
  asked: { kind: 'question'; text: string } | { kind: 'renewal_request'; text: string | null },
  now: number,
): Promise<boolean> {
  const { account_id: accountId, quote_id: quoteId } = link;
  const stored = await loadSettledQuote(tx, accountId, quoteId, now);
  if (!stored) return false;
  const { quote } = stored;
  const { account, customer } = await partiesOf(tx, accountId, quote.customerId);
  const type = asked.kind === 'question' ? 'question' : 'renewal_requested';
  await addEvent(
    tx,
    accountId,
    quoteId,
    { type, actor: { type: 'customer' }, data: { text: asked.text } },
    now,
  );
  const owner = ownerAddress(account);
  if (!owner) return true;
  const { replyTo, ...content } =
    asked.kind === 'question'
      ? questionMail({
          quote,
          customer,
          account,
          question: asked.text,
          from: { name: null, email: link.recipient },
        })
      : renewalRequestMail({ quote, customer, account, message: asked.text });
  await queueMail(tx, deps, account, { kind: asked.kind, quoteId, to: owner, replyTo, content }, now);
  return true;
}
