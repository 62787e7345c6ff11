import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { resolveRights } from '../../domain/person/role.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import {
  type ApprovalNotice,
  renderApprovalDecisionEmail,
  renderApprovalRequestEmail,
} from '../../mail/letters/to-user.ts';
import type { Sql } from '../../store/database.ts';
import { type MemberRow, toRights } from '../../store/tables/person/users.ts';
import { buildConsoleUrl } from '../link/links.ts';
import { mailMembers } from '../person/mail-members.ts';

type MailDeps = Pick<Deps, 'config' | 'secret' | 'publicUrl'>;

interface Request {
  by: Actor;
  note: string | null;
  reasons: Parameters<typeof renderApprovalRequestEmail>[0]['reasons'];
  /** Users that were asked; `null` for all who may approve. */
  asked: readonly string[] | null;
}

/** Emails those who are asked for approval, in the transaction of the request. Nobody is asked by themselves. */
export async function mailApprovers(
  tx: Sql,
  deps: MailDeps,
  { account, quote }: { account: Account; quote: Quote },
  { by, note, reasons, asked }: Request,
  now: number,
): Promise<void> {
  const isRecipient = (member: MemberRow) =>
    resolveRights(member.role, toRights(member)).mayApprove &&
    !isUser(by, member.id) &&
    (asked === null || asked.includes(member.id));
  const notice = { ...createNotice(deps, account, quote, { by, note }), reasons };
  await mailMembers(
    tx,
    deps,
    account,
    { isRecipient, render: (locale) => renderApprovalRequestEmail(notice, locale) },
    now,
  );
}

/** Emails the user who asked for approval, in the transaction of the decision. */
export async function mailAsker(
  tx: Sql,
  deps: MailDeps,
  { account, quote }: { account: Account; quote: Quote },
  decision: { asker: Actor | null; by: Actor; note: string | null; isApproved: boolean },
  now: number,
): Promise<void> {
  const { asker, by, note, isApproved } = decision;
  if (asker?.type !== 'user' || isUser(by, asker.id)) return;
  const notice = { ...createNotice(deps, account, quote, { by, note }), isApproved };
  await mailMembers(
    tx,
    deps,
    account,
    {
      isRecipient: ({ id }) => id === asker.id,
      render: (locale) => renderApprovalDecisionEmail(notice, locale),
    },
    now,
  );
}

function createNotice(
  deps: MailDeps,
  account: Account,
  quote: Quote,
  { by, note }: { by: Actor; note: string | null },
): ApprovalNotice {
  const url = buildConsoleUrl(deps, account.id, quote.id);
  return { business: account.name, quote, name: 'name' in by ? by.name : account.name, note, url };
}

function isUser(actor: Actor, userId: string): boolean {
  return actor.type === 'user' && actor.id === userId;
}
