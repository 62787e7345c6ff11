import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fill } from '../../../../../../i18n/fill.ts';
import {
  copyPrefix,
  dropCopy,
  type FoundCopy,
  findCopies,
} from '../../../../../console/editor/save/local-copy.ts';
import { hrefOf } from '../../../addresses.ts';
import { newKey } from '../../api.ts';
import type { Saving } from '../../save/saving.ts';
import type { Store } from '../../store.ts';

/** What an earlier window has left on this device is offered, never taken without being asked. */
export function RestoreNotice({ store, saving }: { store: Store; saving: Saving }) {
  const { say, locale } = store;
  const found = useSignal<FoundCopy | null>(null);
  useEffect(() => {
    void leftBehind(store, saving).then((copy) => {
      found.value = copy;
    });
  }, []);
  const { value: copy } = found;
  if (!copy) return null;
  const settle = (act: (copy: FoundCopy) => unknown) => {
    found.value = null;
    void act(copy);
    document.getElementById('e-title')?.focus();
  };
  const time = new Intl.DateTimeFormat(locale.tag, { dateStyle: 'medium', timeStyle: 'short' }).format(
    copy.copy.at,
  );
  return (
    <section class="notice restore" role="alert">
      <strong>{say.restoreTitle}</strong> {fill(say.restoreText, { time })}
      <p class="buttons">
        <button type="button" class="button" onClick={() => settle((copy) => restore(store, saving, copy))}>
          {say.restore}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => settle(({ key }) => dropCopy(saving.copies.storage, key))}
        >
          {say.discard}
        </button>
      </p>
    </section>
  );
}

/** Of windows that are gone; an open one holds a lock of the name of its copy. */
async function leftBehind(
  store: Store,
  { copies: { storage, prefix, ownKey } }: Saving,
): Promise<FoundCopy | null> {
  const open = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  const found = findCopies(storage, prefix, (key) => key === ownKey || open.has(key));
  const isOther = ({ copy }: FoundCopy) => JSON.stringify(copy.draft) !== JSON.stringify(store.draft.value);
  return found.find(isOther) ?? null;
}

/** Goes on from it; where the service has something newer by now, both versions are shown. */
function restore(store: Store, { copies: { storage }, adopt }: Saving, { key, copy }: FoundCopy): void {
  const { data } = store;
  const { value: quote } = store.quote;
  if (copy.id !== null && copy.id !== quote?.id) {
    // The quote got an address of its own before the window went.
    storage?.setItem(copyPrefix(data.accountId, data.userId, copy.id) + newKey(), storage.getItem(key) ?? '');
    dropCopy(storage, key);
    location.href = hrefOf('console-base', `quotes/${copy.id}/edit`);
    return;
  }
  dropCopy(storage, key);
  adopt(copy, copy.etag !== null && versionOf(copy.etag) !== versionOf(quote?.etag ?? ''));
}

/** Without the looks of the customer, which change nothing. */
function versionOf(etag: string): string {
  return /\d+/.exec(etag)?.[0] ?? '';
}
