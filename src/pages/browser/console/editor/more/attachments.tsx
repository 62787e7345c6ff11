import { fill } from '../../../../../i18n/fill.ts';
import { formatBytes } from '../../../../../i18n/format.ts';
import type { Saving, WaitingFile } from '../parts.ts';
import type { Store } from '../store.ts';
import { Icon } from './icons.tsx';
import { createUploads } from './save/uploads.ts';

/** The files of the quote, and the chosen files that wait until the draft is saved. */
export function Attachments({ store, saving }: { store: Store; saving: Saving }) {
  const { t, quote } = store;
  saving.uploads ??= createUploads(store, saving.saver);
  const { uploads } = saving;
  return (
    <section class="panel attachments" aria-labelledby="attachments-title">
      <h2 id="attachments-title">{t.attachments}</h2>
      <ul class="files">
        {(quote.value?.attachments ?? []).map(({ name, size }) => (
          <FileRow key={name} {...{ store, name, size }} onRemove={() => void uploads.detach(name)} />
        ))}
        {uploads.waiting.value.map((waiting) => (
          <FileRow
            key={`waiting ${waiting.name}`}
            {...{ store, name: waiting.name, size: waiting.file.size, state: stateText(store, waiting) }}
            onRemove={waiting.state === 'uploading' ? undefined : () => uploads.remove(waiting.name)}
          />
        ))}
      </ul>
      <div class="field">
        <label for="e-files">{t.attach}</label>
        <input
          id="e-files"
          type="file"
          multiple
          aria-describedby="e-files-hint"
          onChange={({ currentTarget: input }) => {
            uploads.add([...(input.files ?? [])]);
            input.value = '';
          }}
        />
        <p class="hint" id="e-files-hint">
          {t.attachHint}
        </p>
      </div>
      <p role="status">{uploads.message.value}</p>
    </section>
  );
}

function stateText({ t }: Store, { state, name }: WaitingFile): string {
  if (state === 'uploading') return fill(t.uploading, { name });
  return state === 'retrying' ? t.attachRetried : t.attachPending;
}

function FileRow(props: {
  store: Store;
  name: string;
  size: number;
  state?: string;
  onRemove: (() => void) | undefined;
}) {
  const { store, name, size, state, onRemove } = props;
  return (
    <li>
      <Icon name="file" /> <bdi>{name}</bdi>{' '}
      <span class="small muted">{formatBytes(size, store.locale)}</span>
      {state && <span class="small file-state">{state}</span>}
      {onRemove && (
        <button
          type="button"
          class="icon-button"
          aria-label={fill(store.t.detach, { name })}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}
