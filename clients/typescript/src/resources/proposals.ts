import type { ListProposalsQuery, Proposal, ProposalAnswer, ProposalPage, Quote } from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, PostOptions } from '../call.ts';
import { iteratePages } from '../pages.ts';

/** The changes that customers asked for on the page of a quote. */
export function createProposalsApi({ json }: Caller) {
  return {
    list: (quoteId: string, query?: ListProposalsQuery, options?: CallOptions): Promise<ProposalPage> =>
      json('listProposals', { path: { id: quoteId }, query }, options),
    all: (quoteId: string, options?: CallOptions): AsyncGenerator<Proposal, void, undefined> =>
      iteratePages((page) => json('listProposals', { path: { id: quoteId }, query: page }, options)),
    /** Changes the quote as the customer asked. Nothing is sent. */
    apply: (quoteId: string, proposalId: string, options?: PostOptions & ChangeOptions): Promise<Quote> =>
      json('applyProposal', { path: { id: quoteId, proposalId } }, options),
    /** Declines with an answer, which is a message to the customer. */
    decline: (
      quoteId: string,
      proposalId: string,
      answer: ProposalAnswer,
      options?: PostOptions,
    ): Promise<Proposal> =>
      json('declineProposal', { path: { id: quoteId, proposalId }, body: answer }, options),
  };
}
