import type { Sql } from '../../../store/database.ts';
import { listBounced } from '../../../store/tables/mail/sent-mails.ts';
import { type FailedMail, findBrief, MAX_AGE_MS, type PartialList } from './failed-emails.ts';

/** An email that came back, about a document that was not emailed since. */
export interface BouncedMail extends Pick<FailedMail, 'at' | 'to' | 'document'> {
  /** Enhanced status code. */
  status: string | null;
  /** The words of the mail server. */
  response: string | null;
}

/** Finds the emails that came back in the last 30 days, newest first. */
export async function findBouncedMails(
  sql: Sql,
  accountId: string,
  { now, limit, counted }: { now: number; limit: number; counted: number },
): Promise<PartialList<BouncedMail>> {
  const rows = await listBounced(sql, accountId, now - MAX_AGE_MS, counted);
  const first = await Promise.all(
    rows.slice(0, limit).map(async ({ document_id: id, recipient: to, status, response, bounced_at }) => {
      const document = await findBrief(sql, accountId, id);
      return document && { at: new Date(bounced_at).toISOString(), to, status, response, document };
    }),
  );
  return {
    count: rows.length,
    isExact: rows.length < counted,
    first: first.filter((mail) => mail !== undefined),
  };
}
