import type { Deps } from '../../app/deps.ts';
import { getDocumentKind } from '../../domain/document.ts';
import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import { countQueuedMails } from '../../store/tables/mail/outbox.ts';
import { countSendsOfDocument, countSendsToRecipient } from '../../store/tables/mail/sendings.ts';
import { useRateWindow } from '../../store/tables/rate-windows.ts';
import { toRealTime } from '../account/account-time.ts';

const HOUR_MS = 3_600_000;

const SUBJECTS = { quote: 'A quote', invoice: 'An invoice' };

/** Checks the limits that prevent flooding recipients with emails. */
export async function checkSendLimits(
  tx: Sql,
  { config }: Pick<Deps, 'config'>,
  { accountId, to, cc }: { accountId: string; to: string; cc: readonly string[] },
  documentId: string,
  at: number,
): Promise<void> {
  const now = toRealTime(tx, at);
  const since = now - HOUR_MS;
  const { sendsPerQuoteHour } = config;
  if (sendsPerQuoteHour > 0) {
    const sent = await countSendsOfDocument(tx, accountId, documentId, since);
    const reminded = await countQueuedMails(tx, accountId, formatReminderPrefix(documentId), since);
    const oldest = Math.min(sent.oldest ?? now, reminded.oldest ?? now);
    if (sent.n + reminded.n >= sendsPerQuoteHour) {
      throw limited(SUBJECTS[getDocumentKind(documentId)], sendsPerQuoteHour, oldest, now);
    }
  }
  for (const recipient of [to, ...cc]) await checkRecipientLimit(tx, { config }, accountId, recipient, now);
}

/** Prefix of the `dedupe` value of a requested reminder. */
export function formatReminderPrefix(documentId: string): string {
  return `reminder now:${documentId}:`;
}

/** Counts a request for approval by somebody who may not send the quote, who would otherwise email approvers without end. */
export async function limitRequests(
  tx: Sql,
  { config: { sendsPerQuoteHour } }: Pick<Deps, 'config'>,
  accountId: string,
  quoteId: string,
  at: number,
): Promise<void> {
  if (sendsPerQuoteHour === 0) return;
  const now = toRealTime(tx, at);
  const counted = { accountId, kind: 'approval request', subject: quoteId };
  const { used, ends_at: ends } = await useRateWindow(tx, counted, 1, now, HOUR_MS);
  if (used > sendsPerQuoteHour) throw limited(SUBJECTS.quote, sendsPerQuoteHour, ends - HOUR_MS, now);
}

/** Checks the limit of emails per recipient, over all documents. */
export async function checkRecipientLimit(
  tx: Sql,
  { config: { sendsPerRecipientHour } }: Pick<Deps, 'config'>,
  accountId: string,
  recipient: string,
  at: number,
): Promise<void> {
  if (sendsPerRecipientHour === 0) return;
  const now = toRealTime(tx, at);
  const { n, oldest } = await countSendsToRecipient(tx, accountId, recipient, now - HOUR_MS);
  if (n >= sendsPerRecipientHour) throw limited('The recipient', sendsPerRecipientHour, oldest ?? now, now);
}

function limited(what: string, limit: number, oldest: number, now: number): Problem {
  const seconds = Math.max(1, Math.ceil((oldest + HOUR_MS - now) / 1000));
  return new Problem(
    'send_limited',
    `${what} has reached the limit of ${limit} emails per hour. Try again in ${seconds} s.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}
