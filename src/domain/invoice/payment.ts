/** A payment that was received for an invoice. */
export interface Payment {
  id: string;
  invoiceId: string;
  /** In the smallest currency unit of the invoice. */
  amount: number;
  /** Day of receipt, `YYYY-MM-DD`. */
  date: string;
  method: string;
  reference: string | null;
  createdAt: string;
}

export interface PaymentInput {
  amount: number;
  /** Default: today in the account's time zone. */
  date?: string | null;
  /** Default: the payment method of the invoice. */
  method?: string | null;
  reference?: string | null;
}
