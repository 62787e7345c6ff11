import type { ChosenLine } from '../line/selection.ts';
import type { Attachment } from './attachment.ts';
import type { Decision } from './quote.ts';

/** Who agreed to which text. `by: 'owner'` is the key holder, for a customer who said yes elsewhere. */
export interface Acceptance {
  quoteId: string;
  decision: Decision;
  by: 'customer' | 'owner';
  /** The full name that the customer typed; `null` when the owner recorded the answer. */
  name: string | null;
  at: string;
  revision: number;
  /** How the lines that the customer may change were set; `null` when the answer was no. */
  selection: ChosenLine[] | null;
  /** What the accepted selection comes to. */
  total: number | null;
  /** SHA-256 (hex) of the PDF of that selection. */
  documentSha256: string | null;
  /** Of the very PDF that the person saw on the page before choosing. */
  offerSha256: string | null;
  /** What was shown with it. */
  attachments: Pick<Attachment, 'name' | 'sha256'>[];
  /** A drawn signature: the `d` of one SVG path in a box of 600 by 200. */
  signature: string | null;
  reason: string | null;
  ip: string | null;
  userAgent: string | null;
}
