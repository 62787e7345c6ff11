import { isChangeable } from '../../domain/line/line-item.ts';
import { isOpen } from '../../domain/quote/quote.ts';
import { type Stage, sizeOf } from '../../domain/schedule/payment-schedule.ts';
import { customsOf } from '../../i18n/customs.ts';
import { dueInWords } from '../../i18n/due.ts';
import type { Locale } from '../../i18n/locale.ts';
import { taxName } from '../../i18n/tax-words.ts';
import type { Offer, ScheduleView, SumsView } from './totals.ts';
import type { QuotePage } from './view.ts';

/** Whether the customer can choose anything now. */
export function isChoosing({ quote, isLook }: Pick<QuotePage, 'quote' | 'isLook'>): boolean {
  return !isLook && isOpen(quote) && quote.items.some(isChangeable);
}

export function offerOf(page: QuotePage): Offer {
  const items = page.quote.items.map(
    ({ quantity, unitPrice, taxRate, discountType, discountValue, section, selected }) => ({
      ...{ quantity, unitPrice, taxRate, discountType, discountValue, section, selected },
    }),
  );
  return { items, view: sumsViewOf(page) };
}

export function sumsViewOf({ quote, account, locale, say }: QuotePage): SumsView {
  const { discountType, discountValue, currency } = quote;
  const { subtotal, discount, taxBase, total } = say;
  return {
    ...{ discountType, discountValue, currency, locale },
    totalInWords: Boolean(customsOf(account).totalInWords),
    taxName: taxName(account, locale.language),
    say: { subtotal, discount, taxBase, total },
    schedule: quote.paymentSchedule && scheduleViewOf(quote.paymentSchedule, locale, say),
  };
}

function scheduleViewOf(stages: readonly Stage[], locale: Locale, say: QuotePage['say']): ScheduleView {
  const { paymentSchedule, description, dueDate, amount } = say;
  return {
    stages: stages.map((stage) => ({
      label: stage.label,
      size: sizeOf(stage),
      due: dueInWords(stage.due, locale, say),
    })),
    say: { paymentSchedule, description, dueDate, amount },
  };
}

/** Field names of the accept form; lines are numbered by their index in the revision. */
export const FIELDS = {
  /** Present only if something can be chosen. */
  choosing: 'choosing',
  taken: (line: number) => `take${line}`,
  choice: (firstLine: number) => `choice${firstLine}`,
  quantity: (line: number) => `quantity${line}`,
} as const;

/** Index of the first line of each choice, by name. */
export function firstLines(items: readonly { choice?: string }[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const [line, { choice }] of items.entries()) {
    if (choice !== undefined && !first.has(choice)) first.set(choice, line);
  }
  return first;
}
