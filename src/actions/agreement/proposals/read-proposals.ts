import type { Deps } from '../../../app/deps.ts';
import type { ContentChanges } from '../../../domain/quote/changes.ts';
import type { ItemCosts } from '../../../domain/quote/cost/item-costs.ts';
import { computeMargins, type QuoteMargin } from '../../../domain/quote/cost/margins.ts';
import type { Proposal } from '../../../domain/quote/proposal/proposal.ts';
import { compareProposed, proposeQuote } from '../../../domain/quote/proposal/proposed-quote.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { PageSlice, PageTotal } from '../../../store/lists/list-total.ts';
import type { Link } from '../../../store/tables/links.ts';
import * as table from '../../../store/tables/proposals.ts';
import type { ThreadKey } from '../../../store/tables/quote/messages.ts';
import { assertCursorFound } from '../../expect-cursor.ts';
import { readFigures } from '../../quotes/costs/read-figures.ts';
import { toThread } from '../messages/thread.ts';

export async function listProposals(
  { db }: Pick<Deps, 'db'>,
  thread: ThreadKey,
  page: PageSlice,
): Promise<PageTotal & { proposals: Proposal[] }> {
  const { after } = page;
  assertCursorFound(after === undefined || (await table.findProposal(db.read, thread, after)) !== undefined);
  return table.listProposals(db.read, thread, page);
}

/** An open proposal, and what it would change. */
export interface ProposedChanges {
  proposal: Proposal;
  proposed: Quote;
  changes: ContentChanges;
  /** Margins before and after; `null` for who may not see them, and where nobody knows the costs. */
  margins: { before: QuoteMargin; after: QuoteMargin } | null;
}

/** The open proposals of a quote, latest first. */
export async function readOpenProposals(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  quote: Quote,
  seesCosts: boolean,
): Promise<ProposedChanges[]> {
  const found = await table.listOpenOfQuote(deps.db.read, { accountId, quoteId: quote.id });
  const open = found.filter(({ proposal }) => proposal.revision === quote.revision);
  const { costs } =
    seesCosts && open.length > 0 ? await readFigures(deps, accountId, quote.id) : { costs: {} };
  return open.map(({ proposal }) => compare(quote, proposal, costs));
}

function compare(quote: Quote, proposal: Proposal, costs: ItemCosts): ProposedChanges {
  const proposed = proposeQuote(quote, proposal);
  const changes = compareProposed(quote, proposed);
  const [before, after] = [quote, proposed].map((content) => computeMargins(content, costs).total);
  const hasMargins = before?.margin != null && after?.margin != null;
  return { proposal, proposed, changes, margins: hasMargins ? { before, after } : null };
}

/** The open proposal of a link. */
export async function findOpenProposal({ db }: Pick<Deps, 'db'>, link: Link): Promise<Proposal | undefined> {
  const open = await table.listOpenOfQuote(db.read, toThread(link));
  return open.find(({ linkId }) => linkId === link.id)?.proposal;
}
