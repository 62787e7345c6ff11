import type { MailAddress, MailMessage } from '../../../domain/mail/mail.ts';
import { formatLimit, type Sql } from '../../database.ts';

/** An email that was stored here instead of being sent. */
export interface CapturedMail {
  id: string;
  capturedAt: string;
  to: MailAddress[];
  subject: string;
  attachments: string[];
}

interface Content extends Omit<MailMessage, 'attachments'> {
  attachments: (Omit<MailMessage['attachments'][number], 'content'> & { content: string })[];
}

/** Returns `false` if an email with this Message-ID is already stored, so that none is captured twice. */
export async function captureMail(
  tx: Sql,
  accountId: string,
  mail: { id: string; at: number; message: MailMessage; raw: Uint8Array },
): Promise<boolean> {
  if (await isCaptured(tx, accountId, mail.message.messageId)) return false;
  const { message } = mail;
  const summary: CapturedMail = {
    id: mail.id,
    capturedAt: new Date(mail.at).toISOString(),
    to: [...message.to, ...message.cc],
    subject: message.subject,
    attachments: message.attachments.filter((part) => !part.cid).map((part) => part.filename),
  };
  const content: Content = {
    ...message,
    attachments: message.attachments.map((part) => ({
      ...part,
      content: Buffer.from(part.content).toString('base64'),
    })),
  };
  await tx.run(
    'INSERT INTO captured_mails (account_id, id, message_id, doc, content, raw) VALUES (?, ?, ?, ?, ?, ?)',
    accountId,
    mail.id,
    message.messageId,
    JSON.stringify(summary),
    JSON.stringify(content),
    mail.raw,
  );
  return true;
}

async function isCaptured(sql: Sql, accountId: string, messageId: string): Promise<boolean> {
  const row = await sql.get(
    'SELECT 1 FROM captured_mails WHERE account_id = ? AND message_id = ? LIMIT 1',
    accountId,
    messageId,
  );
  return row !== undefined;
}

export async function listCapturedMails(
  sql: Sql,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<CapturedMail[]> {
  const page = formatLimit(limit, offset);
  const rows = await sql.all<{ doc: string }>(
    `SELECT doc FROM captured_mails WHERE account_id = ? ORDER BY id DESC ${page.sql}`,
    accountId,
    ...page.values,
  );
  return rows.map((row) => JSON.parse(row.doc) as CapturedMail);
}

export async function readCapturedMail(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<{ summary: CapturedMail; message: MailMessage; raw: Uint8Array } | undefined> {
  const row = await sql.get<{ doc: string; content: string; raw: Uint8Array }>(
    'SELECT doc, content, raw FROM captured_mails WHERE account_id = ? AND id = ?',
    accountId,
    id,
  );
  if (!row) return undefined;
  const content = JSON.parse(row.content) as Content;
  const attachments = content.attachments.map((part) => ({
    ...part,
    content: Buffer.from(part.content, 'base64'),
  }));
  return { summary: JSON.parse(row.doc) as CapturedMail, message: { ...content, attachments }, raw: row.raw };
}
