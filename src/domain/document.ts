import type { Account } from './account/account.ts';
import type { Customer } from './customer/customer.ts';
import type { Invoice } from './invoice/invoice.ts';
import type { DecisionRecord } from './quote/decision.ts';
import type { Quote } from './quote/quote.ts';

/** A document that is sent, has a link, views and a history. */
export type DocumentKind = 'quote' | 'invoice';

/** Reads the kind of a document from its identifier. */
export function getDocumentKind(id: string): DocumentKind {
  return id.startsWith('inv_') ? 'invoice' : 'quote';
}

/** The two parties of a document. */
export interface Parties {
  account: Account;
  customer: Customer;
}

/** All inputs of a PDF. Equal sources produce equal bytes. */
export type DocumentSource = QuoteSource | InvoiceSource;

export interface InvoiceSource extends Parties {
  kind: 'invoice';
  invoice: Invoice;
  /** Whether it is the invoice of the last stage of the quote. */
  isFinal?: true;
  /** The electronic invoice to embed, as CII. */
  eInvoice?: string;
  /** Whether the payment method is left out, because customers could not pay by it. */
  omitsMethod?: true;
  /** The invoice that a credit note refers to. */
  creditedInvoice?: Pick<Invoice, 'number' | 'issueDate'>;
}

export interface QuoteSource extends Parties {
  kind: 'quote';
  quote: Quote;
  /** The recorded decision, if the quote is accepted. */
  acceptance: DecisionRecord | null;
  /** SHA-256 of the signed record of that decision, which the signature of the document names; absent in earlier versions. */
  recordSha256?: string;
  /** The link to the customer page. Printed only in documents for the holder of that link. */
  publicUrl?: string;
  /** Whether the content must be approved and is not. The document is marked with it. */
  isNotApproved?: true;
}

export interface RenderedDocument {
  pdf: Uint8Array;
  /** SHA-256 of the file, in hex. */
  sha256: string;
  /** The PDF standard of the file; `1.7` if the archival export failed. */
  standard: 'a-2a' | 'a-3a' | '1.7';
  /** Warnings for the log, such as missing glyphs. They never contain text of the document. */
  warnings: string[];
  /** Why the logo of the account could not be drawn. */
  logoError: string | null;
}

export interface RenderOptions {
  /** Leaves room for a signature of that many bytes. */
  signatureBytes?: number | undefined;
}

/** Renders PDFs outside the event loop. */
export interface DocumentRenderer {
  /** Changes with the templates and fonts: all that decides how a document looks, except its data. */
  readonly version: string;
  render(source: DocumentSource, options?: RenderOptions): Promise<RenderedDocument>;
  /** Describes what is wrong with a new logo, for its owner; `undefined` if it can be drawn fast enough. */
  checkLogo(accountId: string, dataUrl: string): Promise<string | undefined>;
  /** Converts an SVG logo to a PNG for emails; `undefined` if it is not an SVG or cannot be drawn. */
  drawLogo(accountId: string, dataUrl: string): Promise<Uint8Array | undefined>;
  /** Draws a logo of white shapes on a plate in the brand's colour; `undefined` if it is not white or cannot be drawn. */
  drawOnPlate(accountId: string, dataUrl: string, color: string): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}
