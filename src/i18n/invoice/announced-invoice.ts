import type { Quote } from '../../domain/quote/quote.ts';
import { findAcceptanceInvoice, findAcceptanceStage } from '../../domain/quote/schedule/invoicing.ts';
import type { Locale } from '../locale.ts';
import { PAGE, pickTexts } from '../messages.ts';

/** The invoice that follows the acceptance of a quote. */
interface AnnouncedInvoice {
  /** Index of the stage; `null` for the whole quote. */
  stage: number | null;
  /** The sentence that announces it, with `{amount}`. */
  sentence: string;
}

/** Chooses the sentence by the stage alone, because the amount follows the selection; `null` if there is no invoice. */
export function announceInvoice(
  { invoiceOnAcceptance, paymentSchedule }: Pick<Quote, 'invoiceOnAcceptance' | 'paymentSchedule'>,
  locale: Locale,
): AnnouncedInvoice | null {
  const { invoiceAfterAccepting, depositAfterAccepting } = pickTexts(PAGE, locale);
  if (!invoiceOnAcceptance) return null;
  if (!paymentSchedule) return { stage: null, sentence: invoiceAfterAccepting };
  const stage = findAcceptanceStage(paymentSchedule);
  const isDeposit = stage === 0 && paymentSchedule.length > 1;
  return stage < 0 ? null : { stage, sentence: isDeposit ? depositAfterAccepting : invoiceAfterAccepting };
}

/** Announces the invoice with the amount of the current selection; `null` if nothing is invoiced. */
export function announceAmount(
  quote: Pick<Quote, 'invoiceOnAcceptance' | 'paymentSchedule' | 'total'>,
  locale: Locale,
): { sentence: string; amount: number } | null {
  const amount = findAcceptanceInvoice(quote)?.amount;
  const announced = announceInvoice(quote, locale);
  return announced && amount !== undefined ? { sentence: announced.sentence, amount } : null;
}
