import { TotalsOverflow } from '../../../../../../domain/money/totals.ts';
import { computeMargins, NO_MARGIN, type QuoteMargin } from '../../../../../../domain/quote/cost/margins.ts';
import { composeLines, priceLines } from '../../../../../../domain/quote/line/compose-lines.ts';
import type { ItemInput } from '../../../../../../domain/quote/line/line-item.ts';
import type { Separators } from '../../../../../../i18n/parse-number.ts';
import { type Draft, getLines } from '../../../../../console/editor/draft/draft.ts';
import { readDiscount, readLine } from '../../../../../console/editor/draft/read-line.ts';
import { selectAlternatives } from '../../../../../console/editor/draft/to-body.ts';

export interface LiveMargins {
  total: QuoteMargin;
  /** Margins by the key of their line. */
  lines: ReadonlyMap<string, number>;
}

const NO_MARGINS: LiveMargins = { total: NO_MARGIN, lines: new Map() };

/** Computes margins with the same code as the service, once all lines are readable. */
export function computeLiveMargins(draft: Draft, separators: Separators): LiveMargins {
  const lines = getLines(draft.rows).map(({ line }) => line);
  const items = lines.map((line) => readLine(line, draft.currency, separators).item);
  if (items.includes(null)) return NO_MARGINS;
  const discountValue = readDiscount(draft, draft.currency, separators).value ?? null;
  const discountType = discountValue === null ? null : draft.discountType;
  const terms = { discountType, discountValue, pricesIncludeTax: draft.pricesIncludeTax };
  const known = selectAlternatives(items as ItemInput[]);
  try {
    const unpriced = composeLines(known, { known: [], createBase: () => '' });
    const priced = priceLines(
      unpriced.map((line, at) => ({ ...line, id: lines[at]?.key ?? '' })),
      terms,
    );
    const costs = Object.fromEntries(
      known.flatMap(({ cost }, at) => (cost == null ? [] : [[lines[at]?.key ?? '', cost]])),
    );
    const { items: margins, total } = computeMargins({ items: priced.items, ...terms }, costs);
    return {
      total,
      lines: new Map(
        margins.flatMap(({ margin }, at) => (margin === undefined ? [] : [[lines[at]?.key ?? '', margin]])),
      ),
    };
  } catch (error) {
    if (error instanceof TotalsOverflow) return NO_MARGINS;
    throw error;
  }
}
