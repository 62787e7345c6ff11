import type { Answers } from './acceptance/answers.ts';
import type { Signature, SignerInput } from './acceptance/signers.ts';
import type { Attachment } from './attachment.ts';
import type { ChosenLine } from './line/selection.ts';
import type { Decision, Quote } from './quote.ts';

/** A decision on a revision. `by: 'owner'` means it was recorded for a customer who decided by other means. */
export interface DecisionRecord {
  quoteId: string;
  decision: Decision;
  by: 'customer' | 'owner';
  /**
   * How the customer decided: on the page, or by a program that said so; one that imitates a browser is not detected. `null`
   * if the owner recorded it, or an earlier version.
   */
  via: 'page' | 'program' | null;
  /** The full name that the customer typed; `null` if the decision was recorded by the owner. */
  name: string | null;
  at: string;
  revision: number;
  /** The choices for the items that the customer could change; `null` for a decline. */
  selection: ChosenLine[] | null;
  /** Total of the accepted selection. */
  total: number | null;
  /** What each later period and the contract cost; absent if nothing recurs. */
  recurring?: Quote['recurring'];
  contractTotal?: Quote['contractTotal'];
  /** SHA-256 (hex) of the PDF with that selection. */
  documentSha256: string | null;
  /** SHA-256 (hex) of the PDF that the customer page showed before the customer chose. */
  offerSha256: string | null;
  /** The attachments that were shown with it. */
  attachments: Pick<Attachment, 'name' | 'sha256'>[];
  /** A drawn signature: the `d` attribute of one SVG path in a box of 600 × 200. */
  signature: string | null;
  reason: string | null;
  /** The answers to the questions of the quote, by key. Empty for a decline. */
  answers: Answers;
  ip: string | null;
  userAgent: string | null;
  /** Every signature, oldest first; absent if the quote had no signers. The fields above are those of the first one. */
  signatures?: Signature[];
  /** 2 if it has number, seller and who was asked, and its confirmation names it; absent in a record of an earlier version. */
  version?: number;
  number?: string;
  /** The business, as the document shows it. */
  seller?: { name: string; address: string | null; country: string | null; taxId: string | null };
  /** The recipients of emails with a link, oldest first. */
  asked?: AskedPerson[];
  /** Member or key of the business that recorded it; absent if the customer decided. */
  recordedBy?: { type: 'key' | 'user'; id: string; name: string };
  /** The signers who were passed over, as the business recorded the acceptance without them. */
  passedOver?: Pick<SignerInput, 'name' | 'email'>[];
}

/** Somebody who got a link by email. */
export interface AskedPerson {
  /** `null` for an address that is neither the customer's nor a signer's. */
  name: string | null;
  email: string;
  sentAt: string;
  /** When a person first opened the page of the link; `null` if none did, or an earlier version did not record it. */
  openedAt: string | null;
  /** Whether the email was stored in the mailbox of the service instead of being sent. */
  captured: boolean;
}
