import { useSignal } from '@preact/signals';
import { fill } from '../../../../i18n/fill.ts';
import type { Listed } from './api.ts';
import { Combobox } from './combobox.tsx';
import { Trouble, troubleOf } from './fields.tsx';
import { Later } from './later.tsx';
import type { Store } from './store.ts';

interface Customer {
  id: string;
  name: string;
  email: string | null;
}

/** Who the quote is for: a few letters, or a new one. */
export function CustomerPicker({ store }: { store: Store }) {
  const { say } = store;
  const { customerId, customerName } = store.head.value;
  const isChanging = useSignal(false);
  const created = useSignal<string | null>(null);
  const trouble = troubleOf(store, 'customer', store.read.value.flaws.customer);
  const pick = ({ id, name }: Pick<Customer, 'id' | 'name'>) => {
    isChanging.value = false;
    created.value = null;
    store.edit((draft) => ({ ...draft, customerId: id, customerName: name }));
    requestAnimationFrame(() => document.getElementById('e-change-customer')?.focus());
  };
  const search = async (text: string, signal: AbortSignal) => {
    const query = new URLSearchParams({ limit: '8', ...(text && { search: text }) });
    const { status, body } = await store.api.ask<Listed<Customer>>(`customers?${query}`, { signal });
    if (status !== 200) throw new Error(String(status));
    return body.data;
  };
  if (created.value !== null) {
    return (
      <Later
        part="NewCustomer"
        store={store}
        name={created.value}
        onDone={pick}
        onCancel={() => {
          created.value = null;
        }}
      />
    );
  }
  if (customerId && !isChanging.value) {
    return (
      <div class="field chosen">
        <span class="label-text">{say.customer}</span>
        <p>
          <bdi>{customerName}</bdi>
          <button
            type="button"
            id="e-change-customer"
            class="button plain"
            onClick={() => {
              isChanging.value = true;
            }}
          >
            {say.changeCustomer}
          </button>
        </p>
        <Trouble path="customer" text={trouble} />
      </div>
    );
  }
  return (
    <div>
      <Combobox
        {...{ store, id: 'e-customer', label: say.customer, placeholder: say.customerHint, search }}
        noneText={say.customerNone}
        isInvalid={trouble !== undefined}
        describedBy={trouble && 'e-customer-flaw'}
        keyOf={({ id }: Customer) => id}
        show={({ name, email }: Customer) => (
          <>
            <bdi>{name}</bdi> <span class="small muted">{email}</span>
          </>
        )}
        onPick={(customer: Customer) => pick(customer)}
        create={{
          label: (name) => fill(say.createCustomer, { name }),
          run: (name) => {
            created.value = name;
          },
        }}
      />
      <Trouble path="customer" text={trouble} />
    </div>
  );
}
