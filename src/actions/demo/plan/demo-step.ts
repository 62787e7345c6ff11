import type { QuoteInput } from '../../../domain/quote/compose-quote.ts';

/** Somebody who belongs to the business. */
export type DemoActor = 'owner' | 'colleague';

/** What happens to a quote. */
export type DemoDeed =
  | { kind: 'create'; customer: number; input: QuoteInput }
  | { kind: 'requestApproval'; note: string }
  /** `note` is of an approval that was requested. Does nothing for a quote that needs no approval. */
  | { kind: 'approve'; note: string | null }
  | { kind: 'reject'; note: string }
  | { kind: 'send' }
  | { kind: 'view' }
  | { kind: 'ask'; text: string }
  | { kind: 'reply'; text: string }
  /** Changes the title of a quote that was sent. */
  | { kind: 'revise'; title: string }
  /** `options` says for each line whether the customer takes it, if they may choose. */
  | { kind: 'accept'; name: string; options: readonly boolean[] }
  | { kind: 'decline'; reason: string }
  /** Creates an invoice, issues it and sends it: the only one, or that of a stage. */
  | { kind: 'invoice'; invoice: number }
  | { kind: 'viewInvoice'; invoice: number }
  /** Records a payment of a share of what is due, or the rest after an earlier payment. */
  | { kind: 'pay'; invoice: number; share: number | 'rest' }
  | { kind: 'credit'; invoice: number };

export interface DemoStep {
  at: number;
  quote: number;
  by: DemoActor;
  deed: DemoDeed;
}
