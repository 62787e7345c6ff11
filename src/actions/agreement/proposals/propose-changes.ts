import { renderChangeRequestEmail } from '../../../adapters/mail/letters/requests/change-request.ts';
import type { Deps } from '../../../app/deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { Problem } from '../../../domain/errors.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { parseIdTime } from '../../../domain/ids.ts';
import { findSigner, isInTurn } from '../../../domain/quote/acceptance/signers.ts';
import type { Proposal, Wishes } from '../../../domain/quote/proposal/proposal.ts';
import {
  findWishErrors,
  normalizeWishes,
  proposeQuote,
} from '../../../domain/quote/proposal/proposed-quote.ts';
import { isDraft, isExpired, isOpen } from '../../../domain/quote/quote.ts';
import { addTaxParts } from '../../../domain/tax/tax-parts.ts';
import type { Sql } from '../../../store/database.ts';
import type { LogoBitmap } from '../../../store/tables/account/logo-bitmaps.ts';
import { findLinkRecipient, type Link } from '../../../store/tables/links.ts';
import { addProposal, findNthLastProposal, listOpenOfQuote } from '../../../store/tables/proposals.ts';
import { addMessage } from '../../../store/tables/quote/messages.ts';
import { newRealId, toRealTime, writeNow } from '../../account/account-time.ts';
import { ensureMailLogo, withMailLogo } from '../../account/mail-logo.ts';
import { requireAccount } from '../../account/require-account.ts';
import { recordEvent } from '../../events/record-event.ts';
import { loadCurrentQuote } from '../../quotes/expire-quotes.ts';
import { buildConsoleUrl } from '../../sending/links/links.ts';
import type { OpenedQuote } from '../../sending/links/open-quote.ts';
import { findWantedAddress } from '../../sending/outbox/notice-address.ts';
import { queueMail } from '../../sending/outbox/queue-mail.ts';
import { checkMessageLimit } from '../messages/message-limits.ts';
import { toThread } from '../messages/thread.ts';

/** What a customer asks for, and the revision that they saw. */
export interface ProposalInput extends Wishes {
  text: string;
  revision: number;
}

/** `closed`: not open, or the account wants no proposals. `gone`: the quote is deleted or the link is revoked. */
export type ProposalResult = 'done' | 'changed' | 'decided' | 'closed' | 'gone';

/** Proposals per link in 24 hours. */
const MAX_PROPOSALS_PER_DAY = 20;

/** Records a request for changes in place of an earlier one of the same link, and emails it to the owner. */
export async function proposeChanges(
  deps: Deps,
  opened: OpenedQuote,
  input: ProposalInput,
): Promise<ProposalResult> {
  const shown = { ...opened, logo: await ensureMailLogo(deps, opened.source.account) };
  return writeNow(deps.db, opened.link.account_id, (tx, now) => record(tx, deps, shown, input, now));
}

async function record(
  tx: Sql,
  deps: Deps,
  { link, source, record: shownRecord, logo }: OpenedQuote & { logo: LogoBitmap | undefined },
  input: ProposalInput,
  now: number,
): Promise<ProposalResult> {
  const thread = toThread(link);
  const { accountId, quoteId } = thread;
  const stored = await loadCurrentQuote(tx, accountId, quoteId, now);
  if (!stored || (await findLinkRecipient(tx, accountId, quoteId, link.id)) === undefined) return 'gone';
  const { quote } = stored;
  const { proposals: kind } = await requireAccount(tx, accountId);
  if (!isOpen(quote)) return isDraft(quote) || isExpired(quote) ? 'closed' : 'decided';
  if (kind === 'off' || !isInTurn(quote, link.recipient)) return 'closed';
  if (quote.revision !== input.revision) return 'changed';
  await checkProposalLimit(tx, link, toRealTime(tx, now));
  assertNoErrors(findWishErrors(quote, input, kind));
  const wishes = normalizeWishes(quote, input);
  if (await isRepeated(tx, link, { ...wishes, text: input.text, revision: quote.revision })) return 'done';
  await checkMessageLimit(tx, thread, 'customer', now);

  const proposed = addTaxParts(proposeQuote(quote, wishes), source);
  const signer = findSigner(quote, link.recipient);
  const author = signer?.name ?? source.customer.name;
  const { text } = input;
  const written = { from: 'customer', author, text, via: 'page', signer: signer?.email } as const;
  const message = await addMessage(tx, thread, written, now);
  const proposal: Proposal = {
    ...{ id: newRealId(tx, 'prp', now), state: 'open', revision: quote.revision, ...wishes },
    ...{ text, total: proposed.total, author, createdAt: new Date(now).toISOString() },
    ...{ decidedAt: null, decidedBy: null, answer: null },
  };
  await addProposal(tx, thread, link.id, proposal, message.id);
  const data = { proposalId: proposal.id, messageId: message.id, linkId: link.id, text };
  const event = { type: 'change_requested', actor: { type: 'customer' }, data } as const;
  await recordEvent(tx, accountId, stored, event, { at: now, now }, { proposal, message });
  const owner = await findWantedAddress(tx, deps, accountId, 'question');
  if (!owner) return 'done';
  const account = await withMailLogo(tx, source.account, logo);
  const { customer } = source;
  const from = { name: null, email: link.recipient };
  const consoleUrl = buildConsoleUrl(deps, accountId, quoteId);
  const letter = { quote, proposed, text, customer, account, from, consoleUrl };
  const { replyTo, ...content } = renderChangeRequestEmail(letter);
  const attached = { document: source, record: shownRecord };
  const mail = {
    kind: 'change_request',
    documentId: quoteId,
    to: owner,
    replyTo,
    content,
    ...attached,
  } as const;
  await queueMail(tx, deps, account, mail, now);
  return 'done';
}

/** Whether the link has asked for just this, and nobody has answered: the response to it may have been lost. */
async function isRepeated(tx: Sql, link: Link, input: ProposalInput): Promise<boolean> {
  const open = await listOpenOfQuote(tx, toThread(link));
  const asked = ({ changes, selection, text, revision }: ProposalInput) =>
    JSON.stringify([changes, selection, text, revision]);
  return open.some(({ linkId, proposal }) => linkId === link.id && asked(proposal) === asked(input));
}

async function checkProposalLimit(tx: Sql, link: Link, now: number): Promise<void> {
  const oldest = await findNthLastProposal(tx, toThread(link), link.id, MAX_PROPOSALS_PER_DAY);
  const end = oldest === undefined ? 0 : parseIdTime(oldest) + DAY_MS;
  if (end <= now) return;
  const seconds = Math.max(1, Math.ceil((end - now) / 1000));
  const allowed = `A link allows ${MAX_PROPOSALS_PER_DAY} requests for changes per 24 hours.`;
  throw new Problem('rate_limited', allowed, { headers: { 'Retry-After': String(seconds) } });
}
