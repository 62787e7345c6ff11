import type { Bank } from '../../account/bank.ts';

/** Payment methods with a translated label. Accounts may use any other upper-case token. */
export const KNOWN_PAYMENT_METHODS = [
  'ONLINE_PAYMENT',
  'BANK_TRANSFER',
  'CREDIT_CARD',
  'DIRECT_DEBIT',
  'CASH',
  'CHECK',
  'OTHER',
] as const;

/** The ways in which an account can be paid. */
export interface WaysToPay {
  bank: Bank | null;
  hasProvider: boolean;
}

/**
 * Whether customers can pay by the method: online with a connected provider, by transfer to an account that is known. An
 * invoice that names another way would be untrue. Any other method is for seller and customer to arrange.
 */
export function isUsableMethod(method: string, { bank, hasProvider }: WaysToPay): boolean {
  if (method === 'ONLINE_PAYMENT') return hasProvider;
  return method !== 'BANK_TRANSFER' || bank !== null;
}

/** Guesses how money came that is recorded by hand: a provider would have reported what was paid online. */
export function guessPaidMethod(method: string, ways: WaysToPay): string {
  if (method === 'ONLINE_PAYMENT' && ways.bank !== null) return 'BANK_TRANSFER';
  return isUsableMethod(method, ways) ? method : 'BANK_TRANSFER';
}
