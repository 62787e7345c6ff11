import { useSignal } from '@preact/signals';
import type { Attachment } from '../../../../../domain/quote/attachment.ts';
import { fill } from '../../../../../i18n/fill.ts';
import { formatBytes } from '../../../../../i18n/format.ts';
import { Icon } from '../icons.tsx';
import type { Saving } from '../save/saving.ts';
import type { Store } from '../store.ts';

interface Failure {
  detail?: string;
}

/** Files are with the service at once; what is typed is saved before, so that both are of one version. */
export function Attachments({ store, saving }: { store: Store; saving: Saving }) {
  const { say } = store;
  const quote = store.quote.value;
  const state = useSignal('');
  const attach = async (files: FileList | null) => {
    for (const file of files ?? []) {
      const name = file.name.normalize('NFC');
      state.value = fill(say.uploading, { name: file.name });
      state.value = (await change(store, saving, name, { method: 'PUT', file })) ?? state.value;
    }
  };
  const detach = async (name: string) => {
    state.value = (await change(store, saving, name, { method: 'DELETE' })) ?? state.value;
  };
  return (
    <section class="panel attachments" aria-labelledby="attachments-title">
      <h2 id="attachments-title">{say.attachments}</h2>
      <Files store={store} onDetach={(name) => void detach(name)} />
      {quote ? (
        <div class="field">
          <label for="e-files">{say.attach}</label>
          <input
            id="e-files"
            type="file"
            multiple
            aria-describedby="e-files-hint"
            onChange={({ currentTarget: input }) => {
              void attach(input.files).then(() => {
                input.value = '';
              });
            }}
          />
          <p class="hint" id="e-files-hint">
            {say.attachHint}
          </p>
        </div>
      ) : (
        <p class="hint">{say.attachFirst}</p>
      )}
      <p role="status">{state.value}</p>
    </section>
  );
}

function Files({ store, onDetach }: { store: Store; onDetach(name: string): void }) {
  const { say, locale, quote } = store;
  return (
    <ul class="files">
      {(quote.value?.attachments ?? []).map(({ name, size }) => (
        <li key={name}>
          <Icon name="file" /> <bdi>{name}</bdi> <span class="small muted">{formatBytes(size, locale)}</span>
          <button
            type="button"
            class="icon-button"
            aria-label={fill(say.detach, { name })}
            onClick={() => onDetach(name)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Gives what to tell of it; nothing where what was typed could not be saved before. */
async function change(
  store: Store,
  { saver }: Saving,
  name: string,
  asked: { method: string; file?: File },
): Promise<string | undefined> {
  const { say, api } = store;
  const { value: present } = store.quote;
  if (!present) return undefined;
  if (store.saveState.value.kind !== 'saved' && !(await saver.save())) return undefined;
  const before = store.quote.value ?? present;
  try {
    const path = `quotes/${present.id}/attachments/${encodeURIComponent(name)}`;
    const headers = { 'If-Match': before.etag };
    const { status, body, etag } = await api.ask<Attachment & Failure>(path, { ...asked, headers });
    if (status >= 300) throw new Error(body.detail ?? String(status));
    const others = before.attachments.filter((other) => other.name !== name);
    store.quote.value = { ...before, etag, attachments: asked.file ? [...others, body] : others };
    saver.moveOn(etag);
    return fill(asked.file ? say.attached : say.detached, { name });
  } catch (error) {
    const reason = error instanceof TypeError ? say.searchFailed : (error as Error).message;
    return fill(say.attachFailed, { name, reason });
  }
}
