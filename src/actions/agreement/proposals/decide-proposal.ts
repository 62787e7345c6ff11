import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { ItemInput } from '../../../domain/quote/line/line-item.ts';
import type { Proposal } from '../../../domain/quote/proposal/proposal.ts';
import { proposeItems } from '../../../domain/quote/proposal/proposed-quote.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { findProposal, storeProposal } from '../../../store/tables/proposals.ts';
import {
  findLastMessageUpTo,
  markMessagesRead,
  type ThreadKey,
} from '../../../store/tables/quote/messages.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { ensureMailLogo } from '../../account/mail-logo.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { ChangeableQuote } from '../../quotes/change-quote.ts';
import { completeItems, toInput } from '../../quotes/content/complete-content.ts';
import { updateQuote } from '../../quotes/update-quote.ts';
import { type Keep, keepNothing } from '../../repeat.ts';
import { readCurrentParties } from '../../sending/documents/parties.ts';
import { postMessage, type Writer } from '../messages/send-message.ts';
import { findSentQuote, lockSentQuote } from '../messages/thread.ts';

interface Owner {
  accountId: string;
  actor: Actor;
  seesCosts: boolean;
}

/** Changes the quote as the customer asked, like an edit with the same content. Nothing is sent. */
export async function applyProposal(
  deps: Deps,
  owner: Owner,
  found: ChangeableQuote,
  id: string,
  now: number,
  keep: Keep<StoredQuote> = keepNothing,
): Promise<StoredQuote> {
  const thread = { accountId: owner.accountId, quoteId: found.quote.id };
  const proposal = await requireOpen(deps.db.read, thread, id, found.quote);
  const items = proposeItems(found.quote, proposal);
  // A price below that of the catalogue is judged by the price there.
  const completed = await completeItems(deps, owner, { value: { items }, errors: [] }, found.quote);
  const patch = { items: toInput(completed).items as ItemInput[] };
  const lock = async (tx: Sql) => {
    const stored = await found.lock(tx);
    await requireOpen(tx, thread, id, stored.quote);
    return stored;
  };
  return updateQuote(deps, owner, { ...found, lock }, patch, now, async (tx, stored) => {
    await decide(tx, thread, { ...proposal, state: 'applied' }, owner.actor, now);
    return keep(tx, stored);
  });
}

/** Declines with an answer, which is a message to the customer. */
export async function declineProposal(
  deps: Deps,
  writer: Writer & { author?: string | null },
  quoteId: string,
  { id, text }: { id: string; text: string },
  now: number,
  keep: Keep<Proposal> = keepNothing,
): Promise<Proposal> {
  const { accountId, actor, author = null } = writer;
  const thread = { accountId, quoteId };
  const { customerId } = await findSentQuote(deps, thread, now);
  await ensureMailLogo(deps, (await readCurrentParties(deps.db.read, accountId, customerId)).account);
  return deps.db.write(
    async (tx) => {
      const stored = await lockSentQuote(tx, thread, now);
      const open = await requireOpen(tx, thread, id, stored.quote);
      const { message, ...posted } = await postMessage(tx, deps, writer, stored, { text, author }, now);
      const proposal = await decide(tx, thread, { ...open, state: 'declined', answer: text }, actor, now);
      const data = { proposalId: id, ...posted };
      const event = { type: 'change_declined', actor, data } as const;
      await recordEvent(tx, accountId, stored, event, { at: now, now }, { proposal, message });
      return keep(tx, proposal);
    },
    { account: accountId },
  );
}

async function decide(
  tx: Sql,
  thread: ThreadKey,
  decided: Proposal,
  decidedBy: Actor,
  now: number,
): Promise<Proposal> {
  const proposal = { ...decided, decidedAt: new Date(now).toISOString(), decidedBy };
  await storeProposal(tx, thread, proposal);
  // Who decides has read what the customer wrote.
  const read = await findLastMessageUpTo(tx, thread, { time: Date.parse(proposal.createdAt) });
  if (read !== undefined) await markMessagesRead(tx, thread, 'business', read, now);
  return proposal;
}

async function requireOpen(
  sql: Sql,
  thread: ThreadKey,
  id: string,
  { revision }: Pick<Quote, 'revision'>,
): Promise<Proposal> {
  const proposal = await findProposal(sql, thread, id);
  if (!proposal) throw new Problem('not_found', 'This quote has no request for changes with this id.');
  const { state } = proposal;
  if (state === 'closed' || (state === 'open' && proposal.revision !== revision)) {
    throw new Problem(
      'proposal_outdated',
      'The quote was changed or decided since the customer asked for changes. Nothing was changed.',
    );
  }
  if (state === 'open') return proposal;
  throw new Problem('proposal_decided', `The request for changes was ${state} before. Nothing was changed.`);
}
