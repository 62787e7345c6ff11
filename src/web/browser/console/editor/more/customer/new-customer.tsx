import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { newKey } from '../../api.ts';
import { Field } from '../../fields.tsx';
import type { Store } from '../../store.ts';

export function NewCustomer(props: {
  store: Store;
  name: string;
  onDone(customer: { id: string; name: string }): void;
  onCancel(): void;
}) {
  const { store, onDone, onCancel } = props;
  const { say } = store;
  const fields = useSignal({ name: props.name, email: '', address: '' });
  const failure = useSignal('');
  const id = useSignal(`cus_${newKey()}`);
  const set = (part: Partial<typeof fields.value>) => {
    fields.value = { ...fields.value, ...part };
  };
  // If the name is already filled in, the next field gets the focus.
  useEffect(() => focusOn(props.name ? '/email' : '/name'), []);
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
      focusOn(reply.body.errors?.[0]?.path);
    } catch {
      failure.value = say.searchFailed;
    }
  };
  return (
    <fieldset class="new-customer">
      <legend>{say.newCustomer}</legend>
      <Field
        {...{ store, path: 'new/name', label: say.name, value: fields.value.name }}
        onText={(name) => set({ name })}
      />
      <Field
        {...{ store, path: 'new/email', label: say.email, value: fields.value.email, kind: 'email' }}
        onText={(email) => set({ email })}
      />
      <Field
        {...{ store, path: 'new/address', label: say.address, value: fields.value.address, rows: 3 }}
        onText={(address) => set({ address })}
      />
      <p class="error" role="alert">
        {failure.value}
      </p>
      <p class="buttons">
        <button type="button" class="button" onClick={() => void create()}>
          {say.createIt}
        </button>
        <button type="button" class="button quiet" onClick={onCancel}>
          {say.cancel}
        </button>
      </p>
    </fieldset>
  );
}

function focusOn(path = '/name'): void {
  document.getElementById(`e-new${path.replaceAll('/', '-')}`)?.focus();
}
