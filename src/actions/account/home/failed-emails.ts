import { DAY_MS } from '../../../domain/calendar.ts';
import { type DocumentKind, getDocumentKind } from '../../../domain/document.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Sql } from '../../../store/database.ts';
import { findLastFailure } from '../../../store/tables/events/events.ts';
import { findInvoiceRow } from '../../../store/tables/invoice/invoices.ts';
import { findOutboxRow, listFailedOutbox } from '../../../store/tables/mail/outbox.ts';
import { listFailedSends } from '../../../store/tables/mail/sendings.ts';
import { findQuoteBrief } from '../../../store/tables/quote/quote-briefs.ts';
import type { QueuedKind, QueuedMail } from '../../sending/outbox/queue-mail.ts';
import { toRealTime } from '../account-time.ts';

/** The first entries of a list and its length, which is counted up to a limit. */
export interface PartialList<Entry> {
  count: number;
  /** `false` if there are at least `count`. */
  isExact?: boolean;
  first: Entry[];
}

export interface FailedMail {
  /** `quote`, `invoice`: the email with the document itself, which has not been sent since. */
  kind: DocumentKind | QueuedKind;
  at: string;
  to: string;
  /** Response of the mail server. */
  response: string;
  document: { id: string; number: string };
}

/** Failed emails are shown as long as the outbox keeps them. */
export const MAX_AGE_MS = 30 * DAY_MS;

/** Finds the failed emails of the last 30 days, newest first. */
export async function findFailedMails(
  sql: Sql,
  accountId: string,
  { now, limit, counted }: { now: number; limit: number; counted: number },
): Promise<PartialList<FailedMail>> {
  const since = toRealTime(sql, now) - MAX_AGE_MS;
  const [outbox, sendings] = await Promise.all([
    listFailedOutbox(sql, accountId, since, counted),
    listFailedSends(sql, accountId, since, counted),
  ]);
  const all = [
    ...outbox.map((row) => ({
      at: row.created_at,
      describe: () => describeOutboxMail(sql, accountId, row.id),
    })),
    ...sendings.map((row) => ({
      at: row.created_at,
      describe: () => describeFailedSend(sql, accountId, row),
    })),
  ].sort((a, b) => b.at - a.at);
  const first = await Promise.all(all.slice(0, limit).map(({ describe }) => describe()));
  return {
    count: Math.min(counted, all.length),
    isExact: all.length < counted,
    first: first.filter((mail) => mail !== undefined),
  };
}

async function describeOutboxMail(sql: Sql, accountId: string, id: string): Promise<FailedMail | undefined> {
  const row = await findOutboxRow(sql, accountId, id);
  if (!row) return undefined;
  const { documentId, message } = JSON.parse(row.doc) as QueuedMail;
  const document = await findBrief(sql, accountId, documentId);
  return (
    document && {
      kind: row.kind as QueuedKind,
      at: new Date(row.created_at).toISOString(),
      to: message.to[0]?.address ?? '',
      response: row.last_error ?? '',
      document,
    }
  );
}

async function describeFailedSend(
  sql: Sql,
  accountId: string,
  {
    document_id: documentId,
    recipient,
    created_at,
  }: { document_id: string; recipient: string; created_at: number },
): Promise<FailedMail | undefined> {
  const [document, failure] = await Promise.all([
    findBrief(sql, accountId, documentId),
    findLastFailure(sql, accountId, documentId),
  ]);
  const kind = getDocumentKind(documentId);
  const response = String(failure?.data.response ?? '');
  return document && { kind, at: new Date(created_at).toISOString(), to: recipient, response, document };
}

/** Finds the quote or invoice of an email; an email may be about neither. */
export async function findBrief(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<FailedMail['document'] | undefined> {
  if (getDocumentKind(id) === 'quote') return findQuoteBrief(sql, accountId, id);
  const row = await findInvoiceRow(sql, accountId, id);
  return row && (JSON.parse(row.doc) as Invoice);
}
