import { signal } from '@preact/signals';
import type { Attachment } from '../../../../../../domain/quote/attachment.ts';
import { fill } from '../../../../../../i18n/fill.ts';
import { isAutomatic } from '../../../../../console/editor/editor-data.ts';
import type { Saver } from '../../../../../console/editor/save/saver.ts';
import type { Reply } from '../../api.ts';
import type { Uploads, WaitingFile } from '../../parts.ts';
import type { Store } from '../../store.ts';

type AttachmentReply = Reply<Attachment & { detail?: string }>;

const RETRY_MS = 5000;

/** Uploads files one at a time, each after the draft is saved, so that a save never uses an outdated ETag. */
export function createUploads(store: Store, saver: Saver): Uploads {
  const { t } = store;
  const waiting = signal<readonly WaitingFile[]>([]);
  const message = signal('');
  const { change, idle } = createAttachmentRequests(store, saver);
  let draining: Promise<void> | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function mark(name: string, state: WaitingFile['state']): void {
    waiting.value = waiting.value.map((other) => (other.name === name ? { ...other, state } : other));
  }

  function remove(name: string): void {
    waiting.value = waiting.value.filter((other) => other.name !== name);
  }

  /** Uploads all waiting files while the draft is saved. */
  function start(): Promise<void> {
    clearTimeout(retry);
    draining ??= drain().finally(() => {
      draining = null;
    });
    return draining;
  }

  async function drain(): Promise<void> {
    for (let next = waiting.value[0]; next; next = waiting.value[0]) {
      if (!store.quote.value || store.saveState.value.kind !== 'saved') return;
      mark(next.name, 'uploading');
      if (!(await upload(next))) return;
    }
  }

  /** Returns whether the next upload may start. */
  async function upload({ name, file }: WaitingFile): Promise<boolean> {
    const reply = await change(name, { method: 'PUT', file });
    if (reply && reply.status < 300) {
      remove(name);
      message.value = fill(t.attached, { name });
      return true;
    }
    if (!reply || isTemporary(reply.status)) {
      mark(name, 'retrying');
      retry = setTimeout(start, reply?.retryAfterMs ?? RETRY_MS);
      return false;
    }
    if (reply.status === 412) {
      // A conflict: the file is uploaded after it is resolved and the draft is saved.
      mark(name, 'waiting');
      void saver.compareVersions();
      return false;
    }
    remove(name);
    message.value = failure(name, reply);
    return true;
  }

  async function detach(name: string): Promise<void> {
    const reply = await change(name, { method: 'DELETE' });
    const isDone = reply !== null && (reply.status < 300 || reply.status === 404);
    message.value = isDone ? fill(t.detached, { name }) : failure(name, reply);
  }

  function failure(name: string, reply: AttachmentReply | null): string {
    const reason = reply ? (reply.body.detail ?? String(reply.status)) : t.problems.unavailable;
    return fill(t.attachFailed, { name, reason });
  }

  function add(files: readonly File[]): void {
    const added = files.map(
      (file): WaitingFile => ({
        ...{ name: file.name.normalize('NFC'), file, state: 'waiting' },
      }),
    );
    const names = new Set(added.map(({ name }) => name));
    waiting.value = [...waiting.value.filter(({ name }) => !names.has(name)), ...added];
    message.value = '';
    if (store.saveState.value.kind !== 'saved' && isAutomatic(store.quote.value)) void saver.save();
    else void start();
  }

  addEventListener('online', () => void start());
  return {
    ...{ waiting, message, add, remove, detach, start, idle },
    /** Returns whether no file is waiting. */
    async finish(): Promise<boolean> {
      await start();
      return waiting.value.length === 0;
    },
  };
}

/** Sends the requests that change attachments one at a time, each with the latest ETag. */
function createAttachmentRequests({ quote: stored, api }: Store, saver: Saver) {
  let last: Promise<unknown> = Promise.resolve();

  /** Returns `null` if there was no response. A save waits for it, see `idle`. */
  async function change(
    name: string,
    asked: { method: string; file?: File },
  ): Promise<AttachmentReply | null> {
    const turn = last.then(async () => {
      const { value: quote } = stored;
      if (!quote) return null;
      const path = `quotes/${quote.id}/attachments/${encodeURIComponent(name)}`;
      const headers = { 'If-Match': quote.etag };
      const reply = await api.ask<AttachmentReply['body']>(path, { ...asked, headers }).catch(() => null);
      if (reply && reply.status < 300) applyChange(name, reply, asked.file !== undefined);
      return reply;
    });
    last = turn;
    return turn;
  }

  function applyChange(name: string, { etag, body }: AttachmentReply, isAdded: boolean): void {
    const { value: quote } = stored;
    if (!quote) return;
    const others = quote.attachments.filter((other) => other.name !== name);
    stored.value = { ...quote, etag, attachments: isAdded ? [...others, body] : others };
    saver.replaceEtag(etag);
  }

  /** Settles when no pending request changes the ETag of the quote. */
  const idle = () => last;
  return { change, idle };
}

function isTemporary(status: number): boolean {
  return status === 401 || status === 408 || status === 429 || status >= 500;
}
