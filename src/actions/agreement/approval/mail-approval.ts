import {
  type ApprovalNotice,
  renderApprovalDecisionEmail,
  renderApprovalRequestEmail,
  renderManyRequestsEmail,
} from '../../../adapters/mail/letters/to-user.ts';
import type { MailContent } from '../../../adapters/mail/mail-content.ts';
import type { Deps } from '../../../app/deps.ts';
import { selectDeciders } from '../../../domain/quote/approval/content-authors.ts';
import { type Actor, getActorUserId } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Locale } from '../../../i18n/locale.ts';
import type { Sql } from '../../../store/database.ts';
import { listApprovalEvents } from '../../../store/tables/events/events.ts';
import { listApproverIds, listMembers, type MemberRow } from '../../../store/tables/person/users.ts';
import { useRateWindow } from '../../../store/tables/rate-windows.ts';
import { toRealTime } from '../../account/account-time.ts';
import { requireAccount } from '../../account/require-account.ts';
import { mailMembers } from '../../people/mail-members.ts';
import { buildConsoleUrl } from '../../sending/links/links.ts';

export type MailDeps = Pick<Deps, 'config' | 'secret' | 'publicUrl'>;

interface Subject {
  accountId: string;
  quote: Quote;
}

interface Request {
  by: Actor;
  note: string | null;
  reasons: Parameters<typeof renderApprovalRequestEmail>[0]['reasons'];
  /** Users that were asked; `null` for all who may approve. */
  asked: readonly string[] | null;
  /** Users who were asked about the same content before. */
  informed: readonly string[];
}

const HOUR_MS = 60 * 60_000;
/** The last one stands for all further requests of the hour: a key could otherwise fill a mailbox with its own words. */
const MAX_REQUEST_MAILS_PER_HOUR = 10;

/**
 * Emails those who are asked for approval and can decide, in the transaction of the request, after it was recorded. Nobody
 * is asked by themselves.
 */
export async function mailApprovers(
  tx: Sql,
  deps: MailDeps,
  about: Subject,
  { by, note, reasons, asked, informed }: Request,
  now: number,
): Promise<void> {
  if (deps.config.smtpUrl === null) return;
  const { accountId, quote } = about;
  const events = await listApprovalEvents(tx, accountId, quote.id);
  const deciders = selectDeciders(await listApproverIds(tx, accountId), events);
  const isAsked = ({ id }: MemberRow) =>
    deciders.includes(id) &&
    !isUser(by, id) &&
    !informed.includes(id) &&
    (asked === null || asked.includes(id));
  const counts = await countRequests(tx, accountId, isAsked, now);
  const countOf = ({ id }: MemberRow) => counts.get(id) ?? Number.POSITIVE_INFINITY;
  const render = (notice: ApprovalNotice, locale: Locale) =>
    renderApprovalRequestEmail({ ...notice, reasons }, locale);
  const isRecipient = (member: MemberRow) => countOf(member) < MAX_REQUEST_MAILS_PER_HOUR;
  await mail(tx, deps, about, { by, note, isRecipient, render }, now);
  const isLast = (member: MemberRow) => countOf(member) === MAX_REQUEST_MAILS_PER_HOUR;
  const url = deps.config.console ? `${deps.publicUrl()}/${accountId}` : null;
  const renderMany = ({ business }: ApprovalNotice, locale: Locale) =>
    renderManyRequestsEmail({ business, url, count: MAX_REQUEST_MAILS_PER_HOUR }, locale);
  await mail(tx, deps, about, { by, note: null, isRecipient: isLast, render: renderMany }, now);
}

/** Counts the request for each user who is asked, and returns their counts of the hour. */
async function countRequests(
  tx: Sql,
  accountId: string,
  isAsked: (member: MemberRow) => boolean,
  now: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const member of (await listMembers(tx, accountId)).filter(isAsked)) {
    const subject = { accountId, subject: member.id, kind: 'approval_mail' };
    const { used } = await useRateWindow(tx, subject, 1, toRealTime(tx, now), HOUR_MS);
    counts.set(member.id, used);
  }
  return counts;
}

/** Emails the user who asked for approval, in the transaction of the decision. */
export async function mailAsker(
  tx: Sql,
  deps: MailDeps,
  about: Subject,
  decision: { asker: Actor | null; by: Actor; note: string | null; isApproved: boolean },
  now: number,
): Promise<void> {
  const { asker, by, note, isApproved } = decision;
  if (asker?.type !== 'user' || isUser(by, asker.id)) return;
  const isRecipient = ({ id }: MemberRow) => id === asker.id;
  const render = (notice: ApprovalNotice, locale: Locale) =>
    renderApprovalDecisionEmail({ ...notice, isApproved }, locale);
  await mail(tx, deps, about, { by, note, isRecipient, render }, now);
}

interface Mail {
  by: Actor;
  note: string | null;
  isRecipient: (member: MemberRow) => boolean;
  render: (notice: ApprovalNotice, locale: Locale) => MailContent;
}

async function mail(
  tx: Sql,
  deps: MailDeps,
  { accountId, quote }: Subject,
  { by, note, isRecipient, render }: Mail,
  now: number,
): Promise<void> {
  if (deps.config.smtpUrl === null) return;
  const account = await requireAccount(tx, accountId);
  const name = 'name' in by ? by.name : account.name;
  const url = buildConsoleUrl(deps, accountId, quote.id);
  const notice = { business: account.name, quote, name, note, url };
  const mailed = { isRecipient, render: (locale: Locale) => render(notice, locale) };
  // Emails to users follow no test clock.
  await mailMembers(tx, deps, account, mailed, toRealTime(tx, now));
}

function isUser(actor: Actor, userId: string): boolean {
  return getActorUserId(actor) === userId;
}
