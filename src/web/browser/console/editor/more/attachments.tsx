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
  const { say, locale, api } = store;
  const quote = store.quote.value;
  const state = useSignal('');
  const change = async (name: string, asked: { method: string; file?: File }, done: string) => {
    const { value: present } = store.quote;
    if (!present) return;
    if (store.saveState.value.kind !== 'saved' && !(await saving.saver.save())) return;
    const before = store.quote.value ?? present;
    try {
      const path = `quotes/${present.id}/attachments/${encodeURIComponent(name)}`;
      const reply = await api.ask<Attachment & Failure>(path, {
        ...asked,
        headers: { 'If-Match': before.etag },
      });
      if (reply.status >= 300) throw new Error(reply.body.detail ?? String(reply.status));
      const others = before.attachments.filter((other) => other.name !== name);
      store.quote.value = {
        ...before,
        etag: reply.etag,
        attachments: asked.file ? [...others, reply.body] : others,
      };
      saving.saver.moveOn(reply.etag);
      state.value = fill(done, { name });
    } catch (error) {
      const reason = error instanceof TypeError ? say.searchFailed : (error as Error).message;
      state.value = fill(say.attachFailed, { name, reason });
    }
  };
  const attach = async (files: FileList | null) => {
    for (const file of files ?? []) {
      state.value = fill(say.uploading, { name: file.name });
      await change(file.name.normalize('NFC'), { method: 'PUT', file }, say.attached);
    }
  };
  return (
    <section class="panel attachments" aria-labelledby="attachments-title">
      <h2 id="attachments-title">{say.attachments}</h2>
      <ul class="files">
        {(quote?.attachments ?? []).map(({ name, size }) => (
          <li key={name}>
            <Icon name="file" /> <bdi>{name}</bdi>{' '}
            <span class="small muted">{formatBytes(size, locale)}</span>
            <button
              type="button"
              class="icon-button"
              aria-label={fill(say.detach, { name })}
              onClick={() => void change(name, { method: 'DELETE' }, say.detached)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {quote ? (
        <div class="field">
          <label for="e-files">{say.attach}</label>
          <input
            id="e-files"
            type="file"
            multiple
            aria-describedby="e-files-hint"
            onChange={(event) => {
              const { currentTarget: input } = event;
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
