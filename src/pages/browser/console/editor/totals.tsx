import { useEffect } from 'preact/hooks';
import { fill } from '../../../../i18n/fill.ts';
import { formatMoney } from '../../../../i18n/format.ts';
import { listTaxLines } from '../../../console/editor/tax-lines.ts';
import { toElementId } from './element-id.ts';
import { Check, Choice, Field } from './fields.tsx';
import { LazyPart } from './lazy-part.tsx';
import type { Store } from './store.ts';

const ANNOUNCE_DELAY_MS = 1200;

/** Always in view, computed with the same code as in the service. */
export function Totals({ store }: { store: Store }) {
  const { t, locale } = store;
  const totals = store.totals.value;
  const currency = store.currency.value;
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const total = totals && money(totals.total);
  const { pricesIncludeTax } = store.head.value;
  const taxes =
    totals &&
    listTaxLines(totals.taxes, t, locale, pricesIncludeTax, money).map(([label, tax]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{money(tax)}</dd>
      </div>
    ));
  useEffect(() => {
    if (total === null || store.saveState.value.kind === 'saved') return;
    const timer = setTimeout(() => store.announce(`${t.total}: ${total}`), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [total]);
  return (
    <section class="totals panel" aria-label={t.totals}>
      <Discount store={store} />
      <Check
        id={toElementId('pricesIncludeTax')}
        label={t.pricesIncludeTax}
        isOn={pricesIncludeTax}
        onTurn={(isOn) => store.edit((draft) => ({ ...draft, pricesIncludeTax: isOn }))}
      />
      <Hidden store={store} />
      {totals ? (
        <dl>
          <div>
            <dt>{t.subtotal}</dt>
            <dd>{money(totals.subtotal)}</dd>
          </div>
          {totals.discountAmount > 0 && (
            <div>
              <dt>{t.discount}</dt>
              <dd>{money(-totals.discountAmount)}</dd>
            </div>
          )}
          {!pricesIncludeTax && taxes}
          <div class="total">
            <dt>{t.total}</dt>
            <dd>{total}</dd>
          </div>
          {pricesIncludeTax && taxes}
          {totals.recurring.map(({ interval, periods, total: later }) => (
            <div key={`${interval} ${periods}`}>
              <dt>
                {t.every[interval]}
                {periods !== null && ` × ${periods - 1}`}
              </dt>
              <dd>{money(later)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="error">{t.tooMuch}</p>
      )}
      {store.data.seesCosts && <LazyPart part="QuoteMargin" store={store} />}
      {totals && totals.uncounted > 0 && (
        <p class="hint">{fill(t.uncounted, { n: String(totals.uncounted) })}</p>
      )}
    </section>
  );
}

/** Sums that the customer does not see for single lines. */
function Hidden({ store }: { store: Store }) {
  const { t } = store;
  const head = store.head.value;
  return (
    <>
      {(['hidesLinePrices', 'hidesQuantities'] as const).map((name) => (
        <Check
          key={name}
          id={toElementId(name)}
          label={t[name]}
          isOn={head[name]}
          onTurn={(isOn) => store.edit((draft) => ({ ...draft, [name]: isOn }))}
        />
      ))}
      {(head.hidesLinePrices || head.hidesQuantities) && <p class="hint">{t.hidesHint}</p>}
    </>
  );
}

function Discount({ store }: { store: Store }) {
  const { t } = store;
  const { discountType, discountValue } = store.head.value;
  return (
    <div class="discount">
      <Field
        {...{ store, path: 'discountValue', label: t.discount, value: discountValue, isNumber: true }}
        error={store.read.value.errors.discountValue}
        onText={(text) => store.edit((draft) => ({ ...draft, discountValue: text }), 'discountValue')}
      />
      <Choice
        path="discountType"
        label={t.discountOf}
        value={discountType}
        options={[
          ['percentage', t.percent],
          ['fixed', t.fixed],
        ]}
        onPick={(type) => store.edit((draft) => ({ ...draft, discountType: type }))}
      />
    </div>
  );
}
