import { useComputed } from '@preact/signals';
import { Choice, FieldErrorText, findFieldError } from '../fields.tsx';
import type { Store } from '../store.ts';

let options: (readonly [string, string])[] = [];

/** All currencies by code and name. A code that is none, of an earlier copy on this device, stays until one is chosen. */
export function CurrencyChoice({ store }: { store: Store }) {
  const { t, locale } = store;
  const currency = useComputed(() => store.head.value.currency).value;
  const error = useComputed(() => store.read.value.errors.currency).value;
  if (options.length === 0) {
    const names = new Intl.DisplayNames(locale.tag, { type: 'currency' });
    options = Intl.supportedValuesOf('currency').map((code) => [code, `${code} – ${names.of(code)}`]);
  }
  const isKnown = options.some(([code]) => code === currency);
  return (
    <div class="currency">
      <Choice
        path="currency"
        label={t.currency}
        value={currency}
        options={isKnown ? options : [[currency, currency], ...options]}
        onPick={(code) => store.edit((draft) => ({ ...draft, currency: code }))}
      />
      <FieldErrorText path="currency" text={findFieldError(store, 'currency', error)} />
    </div>
  );
}
