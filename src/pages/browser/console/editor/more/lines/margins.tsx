import { formatMoney, formatPercent } from '../../../../../../i18n/format.ts';
import type { Store } from '../../store.ts';
import { computeLiveMargins } from './live-margins.ts';

/** Cost and margin of the selected lines, for people who may see costs. */
export function QuoteMargin({ store }: { store: Store }) {
  const { t, locale, reading } = store;
  const { cost, margin, marginPercent } = computeLiveMargins(store.draft.value, reading.separators).total;
  const currency = store.currency.value;
  const money = (minor: number | null) => (minor === null ? '–' : formatMoney(minor, currency, locale));
  const percent = marginPercent === null ? '' : ` (${formatPercent(marginPercent, locale)})`;
  return (
    <>
      <dl>
        <div>
          <dt>{t.cost}</dt>
          <dd>{money(cost)}</dd>
        </div>
        <div>
          <dt>{t.margin}</dt>
          <dd>
            {money(margin)}
            {percent}
          </dd>
        </div>
      </dl>
      {margin === null && <p class="hint">{t.marginUnknown}</p>}
    </>
  );
}

export function LineMargin({ store, id }: { store: Store; id: string }) {
  const { t, locale, reading } = store;
  const margin = computeLiveMargins(store.draft.value, reading.separators).lines.get(id);
  if (margin === undefined) return null;
  return (
    <p class="small muted">
      {t.margin}: {formatMoney(margin, store.currency.value, locale)}
    </p>
  );
}
