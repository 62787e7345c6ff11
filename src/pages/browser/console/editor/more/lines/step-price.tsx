import { isPricedInParts } from '../../../../../../domain/money/quantity-prices.ts';
import { formatAmountInput } from '../../../../../../i18n/format-input.ts';
import { readLine } from '../../../../../console/editor/draft/read-line.ts';
import { toElementId } from '../../element-id.ts';
import type { LineProps } from '../../parts.ts';

/** In place of the price: that of the step which the quantity reaches. It opens the fields with the steps. */
export function StepPrice({ store, actions, id, row }: LineProps) {
  const { t, reading, locale } = store;
  const currency = store.currency.value;
  const { item } = readLine(row, currency, reading.separators);
  return (
    <div class="field cell price">
      <label for={toElementId(`rows/${id}/price`)}>{t.price}</label>
      <button
        type="button"
        class="button plain"
        id={toElementId(`rows/${id}/price`)}
        data-field="price"
        title={t.priceKind}
        onClick={() => actions.toggleLine(id)}
      >
        {item && !isPricedInParts(item) ? formatAmountInput(item.unitPrice, currency, locale.tag) : '…'}
      </button>
    </div>
  );
}
