import { fill } from '../../../../../../i18n/fill.ts';
import { resolveHref } from '../../../resolve-href.ts';
import type { Listed } from '../../api.ts';
import type { Customer, CustomerSearchProps } from '../../parts.ts';
import { Combobox } from '../combobox.tsx';

/** Searches customers by name, or creates one. */
export function CustomerSearch({
  store,
  typed,
  isFocused,
  isAwaited,
  errorText,
  onPick,
  onCreate,
}: CustomerSearchProps) {
  const { t } = store;
  const search = async (text: string, signal: AbortSignal) => {
    const query = new URLSearchParams({ search: text });
    const reply = await fetch(resolveHref('console-base', `customer-suggestions?${query}`), { signal });
    if (!reply.ok) throw new Error(String(reply.status));
    return ((await reply.json()) as Listed<Customer>).data;
  };
  return (
    <Combobox
      {...{ store, id: 'e-customer', label: t.customer, placeholder: t.customerHint, search, typed }}
      {...{ isFocused, isAwaited, onPick }}
      noneText={t.customerNone}
      isInvalid={errorText !== undefined}
      describedBy={errorText && 'e-customer-error'}
      getKey={({ id }: Customer) => id}
      show={({ name, email }: Customer) => (
        <>
          <bdi>{name}</bdi> <span class="small muted">{email}</span>
        </>
      )}
      create={{ label: (name) => fill(t.createCustomer, { name }), run: onCreate }}
    />
  );
}
