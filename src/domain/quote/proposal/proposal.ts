import type { Actor } from '../history.ts';
import type { ChosenLine, LineChoice } from '../line/selection.ts';

/** What customers may ask for on the page of an open quote. */
export const PROPOSAL_KINDS = ['off', 'quantities', 'prices'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** `closed`: the quote was decided or edited before anybody answered. */
export const PROPOSAL_STATES = ['open', 'applied', 'declined', 'replaced', 'closed'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Another quantity or price of an item, or to leave it out. `null` stays as it is. */
export interface ProposedChange {
  itemId: string;
  quantity: number | null;
  unitPrice: number | null;
  removed: boolean;
}

/** What a customer would like to be otherwise. */
export interface Wishes {
  changes: readonly ProposedChange[];
  selection: readonly LineChoice[];
}

/** A customer's request for changes of a quote. */
export interface Proposal {
  id: string;
  state: ProposalState;
  /** The revision that it is about. */
  revision: number;
  changes: ProposedChange[];
  /** What the customer chose with it. */
  selection: ChosenLine[];
  text: string;
  /** The total with changes and selection. */
  total: number;
  author: string;
  createdAt: string;
  /** The next three are `null` unless the account has applied or declined it. */
  decidedAt: string | null;
  decidedBy: Actor | null;
  answer: string | null;
}
