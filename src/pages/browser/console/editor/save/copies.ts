import type { Draft } from '../../../../console/editor/draft/draft.ts';
import { deleteCopy, getCopyPrefix, storeCopy } from '../../../../console/editor/save/local-copy.ts';
import type { PendingCreate } from '../../../../console/editor/save/saver.ts';
import { onSignOut } from '../../sign-out-signal.ts';
import { getLocalStorage } from '../../storage.ts';
import { newKey } from '../api.ts';
import type { Store } from '../store.ts';

const STORE_DELAY_MS = 250;

export type Copies = ReturnType<typeof createCopies>;

/** Stores the draft on this device, so that a crash or a lost connection loses nothing. */
export function createCopies(
  store: Store,
  begun: () => { base: Draft | null; pending: PendingCreate | null },
) {
  const { accountId, userId } = store.data;
  const storage = getLocalStorage();
  const prefix = getCopyPrefix(accountId, userId);
  const ownKey = prefix + newKey();
  let keeping: number | undefined;
  let isEnded = false;

  function storeNow(): void {
    clearTimeout(keeping);
    if (isEnded) return;
    const { value: present } = store.quote;
    store.isKept.value = storeCopy(storage, ownKey, {
      kind: store.data.kind,
      draft: store.draft.value,
      ...{ ...begun(), id: present?.id ?? null, etag: present?.etag ?? null, at: Date.now() },
    });
  }

  function forget(): void {
    clearTimeout(keeping);
    deleteCopy(storage, ownKey);
  }

  // The person agreed to lose the draft, so no copy may show it to the next user.
  onSignOut(userId, () => {
    isEnded = true;
    forget();
  });
  // The lock shows other windows that this one is open and its copy is in use.
  void navigator.locks?.request(ownKey, () => new Promise(() => {}));
  return {
    ...{ storage, prefix, ownKey, storeNow, forget },
    storeSoon(): void {
      clearTimeout(keeping);
      keeping = setTimeout(storeNow, STORE_DELAY_MS);
    },
    isEnded: () => isEnded,
    /** Whether another window, or one that was closed before it saved, left a copy. */
    hasOtherCopies: (): boolean => Object.keys(storage ?? {}).some((key) => key.startsWith(prefix)),
  };
}
