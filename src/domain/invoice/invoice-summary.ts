/** An invoice as its quote lists it. */
export interface InvoiceSummary {
  id: string;
  number: string;
  /** The invoiced stage of the payment schedule; `null` for the whole quote, or everything left of it. */
  stage: { index: number; label: string } | null;
  total: number;
}
