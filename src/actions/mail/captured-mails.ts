import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import * as table from '../../store/tables/mail/captured-mails.ts';

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
