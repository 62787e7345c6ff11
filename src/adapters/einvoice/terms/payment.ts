import type { InvoiceParticulars, SellerParticulars } from '../source.ts';
import { toText } from './texts.ts';

/** Payment instructions of the invoice (BG-16). */
export interface EInvoicePayment {
  /** BT-81, UNCL 4461 */
  code: string;
  /** BT-83 */
  remittance: string;
  /** BG-17; `null` if it is not paid to a bank account. */
  transfer: { iban: string; holder: string; bic: string | null } | null;
}

const CODES: Readonly<Record<string, string>> = { ONLINE_PAYMENT: '68', CASH: '10', CHECK: '20' };

export function composePayment(
  { paymentMethod, currency, number }: Pick<InvoiceParticulars, 'paymentMethod' | 'currency' | 'number'>,
  { bank, name }: Pick<SellerParticulars, 'bank' | 'name'>,
): EInvoicePayment {
  const isTransfer = paymentMethod === 'BANK_TRANSFER';
  const account = bank && 'iban' in bank ? bank : null;
  const [sepa, other] = ['58', '30'];
  return {
    code: isTransfer ? (currency === 'EUR' && account ? sepa : other) : (CODES[paymentMethod] ?? '1'),
    remittance: number,
    transfer:
      isTransfer && account
        ? { iban: account.iban, holder: toText(account.holder) ?? name, bic: account.bic }
        : null,
  };
}
