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
  /** SHA-256 (hex) of the very PDF that the person saw. */
  documentSha256: string | null;
  /** A drawn signature: the `d` of one SVG path in a box of 600 by 200. */
  signature: string | null;
  reason: string | null;
  ip: string | null;
  userAgent: string | null;
}
