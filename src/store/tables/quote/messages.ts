import { newIdAfter, parseIdTime } from '../../../domain/ids.ts';
import type { ReceivedPlace } from '../../../domain/mail/incoming-mail.ts';
import {
  type Message,
  type MessageAttachment,
  type MessageSide,
  NOT_MAILED,
} from '../../../domain/quote/message.ts';
import { formatLimit, formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import type { PageSlice, PageTotal } from '../../lists/list-total.ts';

export interface ThreadKey {
  accountId: string;
  quoteId: string;
}

interface Row {
  id: string;
  side: MessageSide;
  author: string;
  words: string;
  created_at: number;
  read_at: number | null;
  via: Message['via'];
  verified: 0 | 1 | null;
  quoted: string | null;
  is_cut: 0 | 1;
  attachments: string | null;
}

const COLUMNS = 'id, side, author, words, created_at, read_at, via, verified, quoted, is_cut, attachments';

/** Nobody but the account sees the messages of others. */
type NewMessage = Pick<Message, 'from' | 'author' | 'text' | 'via'> &
  Partial<Pick<Message, 'verified' | 'quotedText' | 'isCut' | 'attachments'>> & {
    /** Address of the signer who wrote it. */
    signer?: string | null | undefined;
  };

/** A thread is sorted by identifier, so each must be larger than the last one. */
export async function addMessage(
  tx: Sql,
  { accountId, quoteId }: ThreadKey,
  message: NewMessage,
  now: number,
  place?: ReceivedPlace,
): Promise<Message> {
  const last = await tx.get<{ id: string | null }>(
    'SELECT max(id) AS id FROM messages WHERE account_id = ? AND quote_id = ?',
    accountId,
    quoteId,
  );
  const id = newIdAfter('msg', Math.min(now, tx.clock()), last?.id ?? '');
  await tx.run(
    'UPDATE messages SET awaits = 0 WHERE account_id = ? AND quote_id = ? AND awaits = 1',
    ...[accountId, quoteId],
  );
  const { from, author, text, via, signer, ...mailed } = message;
  const { verified, quotedText, isCut, attachments } = { ...NOT_MAILED, ...mailed };
  await tx.run(
    `INSERT INTO messages (account_id, quote_id, id, side, author, words, created_at, on_page, awaits, via, verified,
       quoted, is_cut, attachments, mailbox_id, uid_validity, uid, signer)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[accountId, quoteId, id, from, author, text, now],
    ...[from === 'other' ? 0 : 1, from === 'business' ? 0 : 1],
    ...[via, verified === null ? null : Number(verified), quotedText, isCut ? 1 : 0],
    ...[
      attachments.length === 0 ? null : JSON.stringify(attachments),
      place?.mailboxId ?? null,
      place?.uidValidity ?? null,
      place?.uid ?? null,
      signer?.toLowerCase() ?? null,
    ],
  );
  const createdAt = new Date(now).toISOString();
  return { id, from, author, text, via, verified, quotedText, isCut, attachments, createdAt, readAt: null };
}

/** A page of the whole thread, oldest first. */
export async function listMessages(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
  { limit, offset, after = '' }: PageSlice,
): Promise<PageTotal & { messages: Message[] }> {
  const page = formatLimit(limit + 1, offset);
  const [rows, count] = await Promise.all([
    sql.all<Row>(
      `SELECT ${COLUMNS} FROM messages WHERE account_id = ? AND quote_id = ? AND id > ? ORDER BY id ${page.sql}`,
      ...[accountId, quoteId, after, ...page.values],
    ),
    sql.get<{ n: number }>(
      'SELECT count(*) AS n FROM messages WHERE account_id = ? AND quote_id = ?',
      accountId,
      quoteId,
    ),
  ]);
  const messages = rows.slice(0, limit).map(toMessage);
  return { messages, total: count?.n ?? 0, isExact: true, hasMore: rows.length > limit };
}

/**
 * The last messages, optionally before a given one, that a recipient may see; oldest first. What one signer has written
 * stays between them and the business, also when the quote has no signers any more.
 */
export async function listShownMessages(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
  before: string | undefined,
  limit: number,
  { recipient, isSigner }: { recipient: string; isSigner: boolean },
): Promise<Message[]> {
  const rows = await sql.all<Row>(
    `SELECT ${COLUMNS} FROM messages
     WHERE account_id = ? AND quote_id = ? AND on_page = 1 ${before === undefined ? '' : 'AND id < ?'}
       AND (side = 'business' OR signer = ? ${isSigner ? '' : 'OR signer IS NULL'})
     ORDER BY id DESC ${formatLimit(limit).sql}`,
    accountId,
    quoteId,
    ...(before === undefined ? [] : [before]),
    recipient.toLowerCase(),
  );
  return rows.reverse().map(toMessage);
}

/** The given messages of a thread, newest first. */
export async function findMessages(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
  ids: readonly string[],
): Promise<Message[]> {
  if (ids.length === 0) return [];
  const rows = await sql.all<Row>(
    `SELECT ${COLUMNS} FROM messages WHERE account_id = ? AND quote_id = ? AND id IN ${formatPlaceholders(1, ids.length)}
     ORDER BY id DESC`,
    accountId,
    quoteId,
    ...ids,
  );
  return rows.map(toMessage);
}

/** The last message of the thread up to a given message or time. */
export async function findLastMessageUpTo(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
  upTo: { id: string } | { time: number },
): Promise<string | undefined> {
  const row = await sql.get<{ id: string | null }>(
    `SELECT max(id) AS id FROM messages
     WHERE account_id = ? AND quote_id = ? AND ${'id' in upTo ? 'id = ?' : 'created_at <= ?'}`,
    accountId,
    quoteId,
    'id' in upTo ? upTo.id : upTo.time,
  );
  return row?.id ?? undefined;
}

/** The attachments of a message that came by email, and where the email is; `undefined` for other messages. */
export async function findMailedMessage(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
  id: string,
): Promise<{ attachments: MessageAttachment[]; place: ReceivedPlace } | undefined> {
  const row = await sql.get<{
    attachments: string | null;
    mailbox_id: string;
    uid_validity: string;
    uid: number;
  }>(
    `SELECT attachments, mailbox_id, uid_validity, uid FROM messages
     WHERE account_id = ? AND quote_id = ? AND id = ? AND uid IS NOT NULL`,
    ...[accountId, quoteId, id],
  );
  if (!row) return undefined;
  return {
    attachments: parseAttachments(row.attachments),
    place: { mailboxId: row.mailbox_id, uidValidity: row.uid_validity, uid: row.uid },
  };
}

/**
 * Marks the messages to one side as read by it, up to a given message. The customer reads only those on the customer
 * page.
 */
export async function markMessagesRead(
  tx: Sql,
  { accountId, quoteId }: ThreadKey,
  reader: 'customer' | 'business',
  upTo: string,
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE messages SET read_at = ?, awaits = 0
     WHERE account_id = ? AND quote_id = ? AND id <= ? AND read_at IS NULL
       AND ${reader === 'customer' ? `side = 'business' AND on_page = 1` : `side <> 'business'`}`,
    now,
    accountId,
    quoteId,
    upTo,
  );
}

/** Counts the messages that the account has not read. */
export async function countUnread(sql: Sql, { accountId, quoteId }: ThreadKey): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM messages
     WHERE account_id = ? AND quote_id = ? AND side <> 'business' AND read_at IS NULL`,
    ...[accountId, quoteId],
  );
  return row?.n ?? 0;
}

/** Those of the quotes that have messages which the account has not read. */
export async function findUnreadQuotes(
  sql: Sql,
  accountId: string,
  quoteIds: readonly string[],
): Promise<Set<string>> {
  if (quoteIds.length === 0) return new Set();
  const named = padToFixedSize(quoteIds);
  const rows = await sql.all<{ id: string }>(
    `SELECT DISTINCT quote_id AS id FROM messages
     WHERE account_id = ? AND quote_id IN ${formatPlaceholders(1, named.length)}
       AND side <> 'business' AND read_at IS NULL`,
    ...[accountId, ...named],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Unread and unanswered questions, latest first: the last message of each such thread. */
export async function listUnanswered(
  sql: Sql,
  accountId: string,
  limit: number,
): Promise<{ quoteId: string; message: Message }[]> {
  const rows = await sql.all<Row & { quote_id: string }>(
    `SELECT quote_id, ${COLUMNS} FROM messages WHERE account_id = ? AND awaits = 1
     ORDER BY id DESC ${formatLimit(limit).sql}`,
    accountId,
  );
  return rows.map((row) => ({ quoteId: row.quote_id, message: toMessage(row) }));
}

/** Counts them up to a limit. */
export async function countUnanswered(sql: Sql, accountId: string, limit: number): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT count(*) AS n FROM
       (SELECT 1 FROM messages WHERE account_id = ? AND awaits = 1 ${formatLimit(limit).sql}) AS awaiting`,
    accountId,
  );
  return row?.n ?? 0;
}

/** Hides earlier messages from a new customer of the quote. */
export async function hideMessages(tx: Sql, { accountId, quoteId }: ThreadKey): Promise<void> {
  await tx.run(
    'UPDATE messages SET on_page = 0 WHERE account_id = ? AND quote_id = ? AND on_page = 1',
    accountId,
    quoteId,
  );
}

/** Real time of the n-th last message of one side; `undefined` if there are fewer. */
export async function findNthLastMessageTime(
  sql: Sql,
  { accountId, quoteId }: ThreadKey,
  side: MessageSide,
  n: number,
): Promise<number | undefined> {
  const page = formatLimit(1, n - 1);
  const row = await sql.get<{ id: string }>(
    `SELECT id FROM messages WHERE account_id = ? AND quote_id = ? AND side = ? ORDER BY id DESC ${page.sql}`,
    accountId,
    quoteId,
    side,
    ...page.values,
  );
  return row && parseIdTime(row.id);
}

function toMessage(row: Row): Message {
  return {
    id: row.id,
    from: row.side,
    author: row.author,
    text: row.words,
    via: row.via,
    verified: row.verified === null ? null : row.verified === 1,
    quotedText: row.quoted,
    isCut: row.is_cut === 1,
    attachments: parseAttachments(row.attachments),
    createdAt: new Date(row.created_at).toISOString(),
    readAt: row.read_at === null ? null : new Date(row.read_at).toISOString(),
  };
}

function parseAttachments(text: string | null): MessageAttachment[] {
  return text === null ? [] : (JSON.parse(text) as MessageAttachment[]);
}
