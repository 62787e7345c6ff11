import type { Template } from '../fill.ts';

/** Paying an invoice online: the pages around it, and the emails after it. */
export interface PaymentMessages {
  /** The button on the page of the invoice. */
  payOnline: Template<'amount'>;
  toProvider: string;
  toProviderText: Template<'provider'>;
  continueToPayment: string;
  receivedTitle: string;
  receivedText: Template<'seller' | 'amount'>;
  pendingTitle: string;
  pendingText: string;
  unpaidTitle: string;
  unpaidText: string;
  startFailed: string;
  tryLater: string;
  notPossible: Template<'seller'>;
  receivedSubject: Template<'number'>;

  // To the business
  paidNotice: Template<'customer' | 'amount'>;
  overpaidNotice: Template<'amount'>;
  disputeSubject: Template<'number'>;
  disputeNotice: Template<'customer' | 'amount'>;
}
