import { getDocumentKind } from '../../../domain/document.ts';
import type { IncomingMail } from '../../../domain/mail/incoming-mail.ts';
import { findReplyTokens } from '../../../domain/mail/reply-address.ts';
import type { Sql } from '../../../store/database.ts';
import { findSentMails, findSentMailsByReply } from '../../../store/tables/mail/sent-mails.ts';
import { findThreadMails } from '../../../store/tables/mail/thread-mails.ts';
import type { Secrets } from '../../sending/links/sealed-token.ts';
import { getReplyRef, isReplyToken } from './reply-token.ts';

/** Tokens and Message-IDs that are looked up: a stranger's mail can name any number. */
const MAX_TOKENS = 5;
const MAX_IDS_PER_END = 32;

/**
 * Finds the quote that a mail answers: by its signed reply address, else by the Message-IDs that it names: those of our
 * emails to customers and to the business, and of the emails that were taken. Mail servers may have replaced our
 * Message-IDs, so the address comes first. Nothing else of a mail is evidence.
 */
export async function findRepliedQuote(
  tx: Sql,
  deps: Secrets,
  accountId: string,
  { recipients, references }: Pick<IncomingMail, 'recipients' | 'references'>,
): Promise<string | undefined> {
  for (const token of findReplyTokens(recipients).slice(0, MAX_TOKENS)) {
    const sent = await findSentMailsByReply(tx, accountId, getReplyRef(token));
    const match = sent.find(
      ({ document_id: quoteId, link_id: linkId }) =>
        linkId !== null && isReplyToken(deps, { accountId, quoteId, linkId }, token),
    );
    if (match) return match.document_id;
  }
  const named = [...references.slice(0, MAX_IDS_PER_END), ...references.slice(-MAX_IDS_PER_END)];
  const ids = [...new Set(named)];
  const sent = await findSentMails(tx, accountId, ids);
  const others = await findThreadMails(tx, accountId, ids);
  const quotes = new Map(
    [...others, ...sent]
      .filter(({ document_id: id }) => getDocumentKind(id) === 'quote')
      .map((mail) => [mail.message_id, mail.document_id]),
  );
  // The nearest mail is named first.
  const nearest = ids.find((id) => quotes.has(id));
  return nearest && quotes.get(nearest);
}
