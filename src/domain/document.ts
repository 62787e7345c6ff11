import type { Account } from './account/account.ts';
import type { Customer } from './customer.ts';
import type { Invoice } from './invoice.ts';
import type { Acceptance } from './quote/acceptance.ts';
import type { Quote } from './quote/quote.ts';

/** Who offers, and to whom. */
export interface Parties {
  account: Account;
  customer: Customer;
}

/** All that a PDF is made from. Equal sources give equal bytes. */
export type DocumentSource = QuoteSource | InvoiceSource;

interface InvoiceSource extends Parties {
  kind: 'invoice';
  invoice: Invoice;
  /** Of a stage, and nothing of the quote is left after it. */
  isFinal?: true;
}

export interface QuoteSource extends Parties {
  kind: 'quote';
  quote: Quote;
  /** The decision on record, when the quote is accepted. */
  acceptance: Acceptance | null;
  /** Where it is accepted: only on what goes to the holder of that link. */
  publicUrl?: string;
}

export interface RenderedDocument {
  pdf: Uint8Array;
  /** Of the file. */
  sha256: string;
  /** What the file claims to conform to; `1.7` when the archival export was not possible. */
  standard: 'a-2a' | '1.7';
  /** Reasons for a lower standard, characters without a glyph: for the log, never with the text itself. */
  warnings: string[];
  /** Why it has no logo although the account has one: what is wrong with it. */
  logoLeftOut: string | null;
}

/** Turns a source into a PDF, away from the event loop. */
export interface DocumentRenderer {
  /** Of all that decides the look of a document beside its data. */
  readonly version: string;
  render(source: DocumentSource): Promise<RenderedDocument>;
  /** What is wrong with a new logo, in words for its owner; `undefined` when it can be drawn, and fast enough. */
  checkLogo(accountId: string, dataUrl: string): Promise<string | undefined>;
  /** An SVG logo as a PNG for mails; `undefined` when it is none or cannot be drawn. */
  drawLogo(accountId: string, dataUrl: string): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}
