import type { Deps } from '../deps.ts';
import type { Acceptance } from '../domain/acceptance.ts';
import { moved, withoutAnswer } from '../domain/compose-quote.ts';
import { newId } from '../domain/ids.ts';
import { type Quote, TRANSITIONS } from '../domain/quote.ts';
import { acceptedCopyMail } from '../mail/accepted-copy-mail.ts';
import { answerNoticeMail } from '../mail/answer-notice-mail.ts';
import { addAnswer } from '../store/answers.ts';
import type { Sql } from '../store/database.ts';
import { keepDocument } from '../store/documents.ts';
import { addEvent } from '../store/events.ts';
import type { Link } from '../store/links.ts';
import { replaceQuote } from '../store/quotes.ts';
import { partiesOf, quoteSource } from './ensure-document.ts';
import { publicQuoteUrl } from './links.ts';
import { ownerAddress, queueMail } from './queue-mail.ts';
import { loadSettledQuote } from './settle-expiry.ts';

/** What the person on the page has said, and which text they had before them. */
export type CustomerAnswer = Pick<
  Acceptance,
  'decision' | 'name' | 'reason' | 'signature' | 'revision' | 'documentSha256' | 'ip' | 'userAgent'
>;

/**
 * `done`: written down. `changed`: another text than the one they saw. `decided`: somebody was first.
 * `closed`: expired, or being revised.
 */
export type AnswerResult = 'done' | 'changed' | 'decided' | 'closed' | 'gone';

/**
 * In a transaction: one answer, with its record and the mails that tell of it. `currentSha256` is the document of
 * the quote as it stood at `currentVersion`.
 */
export async function answerQuote(
  tx: Sql,
  deps: Deps,
  link: Link,
  answer: CustomerAnswer,
  current: { version: number; documentSha256: string },
  now: number,
): Promise<AnswerResult> {
  const { account_id: accountId, quote_id: quoteId } = link;
  const stored = await loadSettledQuote(tx, accountId, quoteId, now);
  if (!stored) return 'gone';
  const event = answer.decision === 'ACCEPTED' ? 'customerAccept' : 'customerDecline';
  if (TRANSITIONS[stored.quote.status][event] === 'refused') {
    return stored.quote.status === 'DRAFT' || stored.quote.status === 'EXPIRED' ? 'closed' : 'decided';
  }
  const sawAnother = answer.decision === 'ACCEPTED' && answer.documentSha256 !== current.documentSha256;
  if (answer.revision !== stored.quote.revision || sawAnother || stored.version !== current.version) {
    return 'changed';
  }

  const at = new Date(now).toISOString();
  const quote: Quote = {
    ...withoutAnswer(moved(stored.quote, event)),
    ...(answer.decision === 'ACCEPTED'
      ? { acceptedAt: at, acceptedBy: answer.name }
      : { declinedAt: at, declineReason: answer.reason }),
    updatedAt: at,
  };
  if (!(await replaceQuote(tx, accountId, stored, quote))) throw new Error('a locked quote was changed');
  const record: Acceptance = {
    quoteId,
    by: 'customer',
    at,
    ...answer,
    documentSha256: current.documentSha256,
  };
  await addAnswer(tx, accountId, newId('ans', now), record);
  await keepDocument(tx, accountId, current.documentSha256);
  await addEvent(tx, accountId, quoteId, historyOf(record), now);
  await tellBoth(tx, deps, link, quote, record, now);
  return 'done';
}

function historyOf(record: Acceptance) {
  const { name, reason, revision, documentSha256 } = record;
  return record.decision === 'ACCEPTED'
    ? ({ type: 'accepted', actor: { type: 'customer' }, data: { name, revision, documentSha256 } } as const)
    : ({ type: 'declined', actor: { type: 'customer' }, data: { reason, revision } } as const);
}

/** The customer gets a copy of what they accepted, the owner is told. */
async function tellBoth(
  tx: Sql,
  deps: Deps,
  link: Link,
  quote: Quote,
  acceptance: Acceptance,
  now: number,
): Promise<void> {
  const { account, customer } = await partiesOf(tx, link.account_id, quote.customerId);
  const owner = ownerAddress(account);
  const parties = { quote, customer, account };
  if (acceptance.decision === 'ACCEPTED') {
    await queueMail(
      tx,
      deps,
      account,
      {
        kind: 'accepted_copy',
        quoteId: quote.id,
        to: { name: acceptance.name, address: link.recipient },
        replyTo: owner,
        content: acceptedCopyMail({ ...parties, acceptance, publicUrl: publicQuoteUrl(deps, link.id) }),
        document: await quoteSource(tx, link.account_id, quote),
      },
      now,
    );
  }
  if (!owner) return;
  const { replyTo, ...content } = answerNoticeMail({ ...parties, acceptance });
  await queueMail(
    tx,
    deps,
    account,
    { kind: 'answer_notice', quoteId: quote.id, to: owner, replyTo, content },
    now,
  );
}
