import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { newKey } from '../../api.ts';
import { Field } from '../../fields.tsx';
import type { NewCustomerProps } from '../../parts.ts';

export function NewCustomer(props: NewCustomerProps) {
  const { store, onDone, onCancel } = props;
  const { t } = store;
  const fields = useSignal({ name: props.name, email: '', address: '' });
  const failure = useSignal('');
  const id = useSignal(`cus_${newKey()}`);
  const set = (part: Partial<typeof fields.value>) => {
    fields.value = { ...fields.value, ...part };
  };
  // If the name is already filled in, the next field gets the focus.
  useEffect(() => focusField(props.name ? '/email' : '/name'), []);
  const create = async () => {
    const { name, email, address } = fields.value;
    const body = { name: name.trim(), email: email.trim() || null, address: address.trim() || null };
    try {
      const reply = await store.api.ask<{ detail?: string; errors?: { path: string }[] }>(
        `customers/${id.value}`,
        {
          method: 'PUT',
          body,
        },
      );
      if (reply.status < 300) return onDone({ id: id.value, name: body.name });
      failure.value = reply.body.detail ?? String(reply.status);
      focusField(reply.body.errors?.[0]?.path);
    } catch {
      failure.value = t.searchFailed;
    }
  };
  return (
    <fieldset
      class="new-customer"
      onKeyDown={(event) => {
        const isInField = event.target instanceof HTMLInputElement;
        if (event.key !== 'Enter' || !isInField || event.isComposing || event.ctrlKey || event.metaKey)
          return;
        event.preventDefault();
        void create();
      }}
    >
      <legend>{t.newCustomer}</legend>
      <Field
        {...{ store, path: 'new/name', label: t.name, value: fields.value.name }}
        onText={(name) => set({ name })}
      />
      <Field
        {...{ store, path: 'new/email', label: t.email, value: fields.value.email, kind: 'email' }}
        onText={(email) => set({ email })}
      />
      <Field
        {...{ store, path: 'new/address', label: t.address, value: fields.value.address, rows: 3 }}
        onText={(address) => set({ address })}
      />
      <p class="error" role="alert">
        {failure.value || (store.isTried.value ? t.newCustomerOpen : '')}
      </p>
      <p class="buttons">
        <button type="button" class="button" onClick={() => void create()}>
          {t.createIt}
        </button>
        <button type="button" class="button quiet" onClick={onCancel}>
          {t.cancel}
        </button>
      </p>
    </fieldset>
  );
}

function focusField(path = '/name'): void {
  document.getElementById(`e-new${path.replaceAll('/', '-')}`)?.focus();
}
