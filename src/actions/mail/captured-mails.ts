import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import * as table from '../../store/tables/mail/captured-mails.ts';
import { listCapturedDocuments } from '../../store/tables/mail/sent-mails.ts';
import type { CaptureReason } from './sender.ts';

/** Which of these documents were not delivered when they were sent last, unless that is on purpose. */
export function listUndelivered(
  { db }: Pick<Deps, 'db'>,
  { accountId, capture }: { accountId: string; capture: CaptureReason | null },
  documentIds: readonly string[],
): Promise<Set<string>> {
  return listCapturedDocuments(db.read, accountId, capture === 'on_purpose' ? [] : documentIds);
}

/** Lists the captured emails, newest first. */
export function listMailbox(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  page: { limit: number; offset: number },
): Promise<table.CapturedMail[]> {
  return table.listCapturedMails(db.read, accountId, page);
}

export async function openCapturedMail({ db }: Pick<Deps, 'db'>, accountId: string, id: string) {
  const mail = await table.readCapturedMail(db.read, accountId, id);
  if (!mail) throw mailNotFound();
  return mail;
}

export function mailNotFound(): Problem {
  return new Problem('not_found', 'There is no captured email with this id.');
}
