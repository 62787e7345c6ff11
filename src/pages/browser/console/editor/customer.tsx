import { type Signal, useSignal } from '@preact/signals';
import { FieldErrorText, findFieldError } from './fields.tsx';
import { LazyPart } from './lazy-part.tsx';
import type { Customer } from './parts.ts';
import type { Store } from './store.ts';

/** Selects a customer by search, or creates one. */
export function CustomerPicker({ store }: { store: Store }) {
  const { customerId } = store.head.value;
  const isChanging = useSignal(false);
  const { newCustomer: created } = store;
  /** Text of the placeholder field until the search field has loaded. */
  const typed = useSignal('');
  const isFocused = useSignal(false);
  const isAwaited = useSignal(false);
  const pick = ({ id, name }: Pick<Customer, 'id' | 'name'>, focused = 'e-change-customer') => {
    isChanging.value = false;
    created.value = null;
    typed.value = '';
    store.edit((draft) => ({ ...draft, customerId: id, customerName: name }));
    requestAnimationFrame(() => document.getElementById(focused)?.focus());
  };
  const create = (name: string | null) => {
    created.value = name;
  };
  const errorText = findFieldError(store, 'customer', store.read.value.errors.customer);
  if (created.value !== null) {
    return (
      <LazyPart
        part="NewCustomer"
        store={store}
        name={created.value}
        onDone={(customer) => pick(customer, 'e-validUntil')}
        onCancel={() => {
          create(null);
          requestAnimationFrame(() => document.getElementById('e-customer')?.focus());
        }}
      />
    );
  }
  return customerId && !isChanging.value ? (
    <Chosen store={store} errorText={errorText} isChanging={isChanging} />
  ) : (
    <Search
      {...{ store, typed, isFocused, isAwaited, errorText, onCreate: create }}
      onPick={(customer) => pick(customer)}
    />
  );
}

function Chosen({
  store,
  errorText,
  isChanging,
}: {
  store: Store;
  errorText: string | undefined;
  isChanging: Signal<boolean>;
}) {
  const { t } = store;
  return (
    <div class="field chosen">
      <span class="label-text">{t.customer}</span>
      <p>
        <bdi>{store.head.value.customerName}</bdi>
        <button
          type="button"
          id="e-change-customer"
          class="button plain"
          onClick={() => {
            isChanging.value = true;
          }}
        >
          {t.changeCustomer}
        </button>
      </p>
      <FieldErrorText path="customer" text={errorText} />
      <LazyPart part="ElectronicNote" store={store} />
      <LazyPart part="OtherPrices" store={store} />
    </div>
  );
}

function Search(field: {
  store: Store;
  typed: Signal<string>;
  isFocused: Signal<boolean>;
  isAwaited: Signal<boolean>;
  errorText: string | undefined;
  onPick(customer: Pick<Customer, 'id' | 'name'>): void;
  onCreate(name: string): void;
}) {
  const { store, typed, isFocused, errorText } = field;
  const { t } = store;
  return (
    <div>
      <LazyPart part="CustomerSearch" {...field} isFocused={isFocused.value}>
        <div class="field combobox">
          <label for="e-customer">{t.customer}</label>
          <input
            id="e-customer"
            type="text"
            dir="auto"
            placeholder={t.customerHint}
            onFocus={() => {
              isFocused.value = true;
            }}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
            }}
            onKeyDown={({ key }) => {
              field.isAwaited.value = key === 'Enter';
            }}
          />
        </div>
      </LazyPart>
      <FieldErrorText path="customer" text={errorText} />
    </div>
  );
}
