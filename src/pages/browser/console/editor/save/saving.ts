import { fill } from '../../../../../i18n/fill.ts';
import type { Draft } from '../../../../console/editor/draft/draft.ts';
import { addLineIds } from '../../../../console/editor/draft/edit.ts';
import { type DraftBody, readDraft } from '../../../../console/editor/draft/to-body.ts';
import { isAutomatic } from '../../../../console/editor/editor-data.ts';
import type { LocalCopy } from '../../../../console/editor/save/local-copy.ts';
import type { SaveReply } from '../../../../console/editor/save/save-reply.ts';
import {
  createSaver,
  type PendingCreate,
  type Saver,
  type Stored,
} from '../../../../console/editor/save/saver.ts';
import { resolveHref } from '../../resolve-href.ts';
import { newKey } from '../api.ts';
import { loadMore, withMore } from '../lazy-part.tsx';
import type { Saving } from '../parts.ts';
import type { Store } from '../store.ts';
import { createCopies } from './copies.ts';

export function startSaving(store: Store): Saving {
  const { data, reading, api } = store;
  const copies = createCopies(store, () => ({ base, pending }));
  let base: Draft | null = data.quote ? store.draft.value : null;
  let pending: PendingCreate | null = null;
  let sent = store.draft.value;
  let written: SaveReply['body'] | null = null;

  const { body } = readDraft(store.draft.value, reading);
  const stored: Stored | null = data.quote && body && { id: data.quote.id, etag: data.quote.etag, body };
  store.storedBody.value = body;
  const saver: Saver = createSaver(
    {
      read: () => {
        const { body, errors, keys } = store.read.value;
        if (body) return { body, keys };
        return Object.values(errors).every((error) => error === 'missing') ? 'incomplete' : 'invalid';
      },
      send: async (request) => {
        await saving.uploads?.idle();
        sent = store.draft.value;
        // An upload in the meantime has changed the ETag.
        const etag = request.etag && (store.quote.value?.etag ?? request.etag);
        const reply = await api.save({ ...request, etag });
        if (reply.status < 300) written = reply.body;
        return reply;
      },
      onState: (state) => {
        store.saveState.value = state;
        if (state.kind === 'saved') {
          copies.forget();
          void saving.uploads?.start();
        } else if (state.kind === 'unsaved') copies.storeNow();
      },
      onStored: (next, ids) => {
        base = addLineIds(sent, ids);
        store.nameLines(ids);
        noteStored(next);
      },
      onPending: (next) => {
        pending = next;
        copies.storeNow();
      },
      onConflict: openConflict,
      onRefused: (errors, keys) => {
        withMore(({ mapFieldErrors }) => {
          store.refusals.value = mapFieldErrors(errors, keys, store);
        });
      },
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      ...{ newKey, now: () => Date.now() },
    },
    { stored, pending: null, isAutomatic: isAutomatic(data.quote) },
  );

  function noteStored({ id, etag, body: storedBody }: Stored): void {
    store.storedBody.value = storedBody;
    const before = store.quote.value;
    const { number = '', status = 'DRAFT', revision = 1 } = written ?? before ?? {};
    const { wasSent = false, attachments = [] } = before ?? {};
    store.quote.value = { id, etag, number, status, revision, wasSent, attachments };
    if (!before) showAsStored(store, id, number);
  }

  async function openConflict(wanted: DraftBody | null): Promise<Stored | null> {
    const { findConflict } = await loadMore();
    const found = await findConflict(store, base, wanted);
    if ('differences' in found) {
      store.conflict.value = found;
      return null;
    }
    base = found.theirs;
    store.nameLines(found.ids);
    return found.stored;
  }

  function resolveConflict(merged: Draft, found: Stored, theirs: Draft): void {
    base = theirs;
    store.conflict.value = null;
    store.storedBody.value = found.body;
    const before = store.quote.value;
    if (before) store.quote.value = { ...before, etag: found.etag };
    store.replace(merged);
    saver.resolveConflict(found);
  }

  function adopt({ base: before, draft, pending: begun }: LocalCopy, isOlder: boolean): void {
    if (isOlder) base = before;
    store.replace(draft);
    copies.storeNow();
    if (begun && !data.quote) {
      pending = begun;
      saver.resume(begun);
    }
    if (isOlder) void saver.compareVersions();
  }

  store.onChange(() => {
    copies.storeSoon();
    saver.changed();
  });
  const saving: Saving = { saver, resolveConflict, adopt, copies, uploads: null };
  watchPage(store, saving);
  return saving;
}

/** Stores the copy when the page is hidden or left, and retries when the connection may be back. */
function watchPage(store: Store, saving: Saving): void {
  const { saver, copies } = saving;
  addEventListener('online', () => saver.retry());
  document.addEventListener('visibilitychange', () => {
    const { value: state } = store.saveState;
    if (state.kind === 'saved') return;
    copies.storeNow();
    if (!document.hidden && state.kind === 'unsaved' && state.why === 'signedOut') saver.retry();
  });
  addEventListener('beforeunload', (event) => {
    const isSaved = store.saveState.value.kind === 'saved';
    if (copies.isEnded() || (isSaved && !saving.uploads?.waiting.value.length)) return;
    if (!isSaved) copies.storeNow();
    event.preventDefault();
  });
}

/** Updates the URL so that a reload finds the quote and Back does not lead to an empty editor. */
function showAsStored({ data: { kind }, t, isTemplate }: Store, id: string, number: string): void {
  const title = isTemplate ? t.editTemplate : fill(t.editTitle, { number });
  document.getElementById('start-from')?.remove();
  history.replaceState(null, '', resolveHref('console-base', `${kind}s/${id}/edit`));
  document.title = title;
  const heading = document.querySelector('h1');
  if (heading) heading.textContent = title;
}
