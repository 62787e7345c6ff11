import type { Draft } from '../../../../console/editor/draft/draft.ts';
import { copyPrefix, dropCopy, keepCopy } from '../../../../console/editor/save/local-copy.ts';
import type { PendingCreate } from '../../../../console/editor/save/saver.ts';
import { newKey } from '../api.ts';
import type { Store } from '../store.ts';

const KEEP_AFTER_MS = 250;

export type Copies = ReturnType<typeof createCopies>;

/** What is typed, on this device: a crash or a lost network costs nothing. */
export function createCopies(
  store: Store,
  begun: () => { base: Draft | null; pending: PendingCreate | null },
) {
  const { accountId, userId, quote } = store.data;
  const storage = storageOfDevice();
  const prefix = copyPrefix(accountId, userId, quote?.id ?? null);
  const ownKey = prefix + newKey();
  let keeping: number | undefined;

  function keepNow(): void {
    clearTimeout(keeping);
    const { value: present } = store.quote;
    store.isKept.value = keepCopy(storage, ownKey, {
      draft: store.draft.value,
      ...{ ...begun(), id: present?.id ?? null, etag: present?.etag ?? null, at: Date.now() },
    });
  }

  // While this window is open, no other takes its copy for one that was left behind.
  void navigator.locks?.request(ownKey, () => new Promise(() => {}));
  return {
    ...{ storage, prefix, ownKey, keepNow },
    keepSoon(): void {
      clearTimeout(keeping);
      keeping = setTimeout(keepNow, KEEP_AFTER_MS);
    },
    forget(): void {
      clearTimeout(keeping);
      dropCopy(storage, ownKey);
    },
    /** Of another window, or of one that was closed before it had saved. */
    hasLeftBehind: (): boolean => Object.keys(storage ?? {}).some((key) => key.startsWith(prefix)),
  };
}

/** A browser may refuse even to be asked. */
function storageOfDevice(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
