import { closeSync, existsSync, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatPlaces, mergePlaces, type Place } from '../../../domain/account/places.ts';
import type { PlaceFile } from '../../database.ts';
import { createPrivateFile } from '../file.ts';
import { createSideFile } from './side-file.ts';

/** The list begins anew when this much was added to it. */
const MAX_ADDED = 8 * 1024 * 1024;
/** A power failure loses the notes of this time. */
const FLUSH_MS = 1000;

const flushFile = promisify(fdatasync);

export interface PlaceNotes {
  /** Adds what was committed. Never throws: what a full disk rejects is added with the next commit. */
  add(places: readonly Place[]): void;
}

/** The list of how far each account has come, which stays when an older copy of the database is put back. */
export function createPlaceFile(folder: string): PlaceFile & PlaceNotes & { close(): void } {
  const list = createSideFile(folder, 'places.jsonl');
  const file = join(folder, list.name);
  let fd: number | undefined;
  let unwritten: Place[] = [];
  let added = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushed = Promise.resolve();
  /** Added while the list begins anew. */
  let meanwhile: string | undefined;
  let compose: (() => Promise<string>) | undefined;

  function add(places: readonly Place[]): void {
    if (places.length === 0) return;
    unwritten = [...mergePlaces([...unwritten, ...places]).values()];
    const text = formatPlaces(unwritten);
    try {
      if (fd === undefined && !existsSync(file)) createPrivateFile(file);
      fd ??= openSync(file, 'a');
      append(fd, text);
    } catch {
      return;
    }
    unwritten = [];
    added += text.length;
    if (meanwhile !== undefined) meanwhile += text;
    else if (added > MAX_ADDED) begin().catch(() => {});
    timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  function flush(): Promise<void> {
    if (timer === undefined || fd === undefined) return flushed;
    clearTimeout(timer);
    timer = undefined;
    flushed = flushFile(fd).catch(() => {});
    return flushed;
  }

  async function begin(): Promise<void> {
    if (!compose) return;
    meanwhile = '';
    added = 0;
    try {
      await list.write(await compose(), () => {
        const rest = meanwhile ?? '';
        meanwhile = undefined;
        close();
        return rest;
      });
    } finally {
      meanwhile = undefined;
    }
  }

  function close(): void {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  }

  return {
    name: list.name,
    read: list.read,
    flush,
    add,
    begin(composed) {
      compose = composed;
      return begin();
    },
    close() {
      clearTimeout(timer);
      compose = undefined;
      close();
    },
  };
}

/** Appends whole lines or nothing. */
function append(fd: number, text: string): void {
  let rest = Buffer.from(text);
  const { length } = rest;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch (error) {
    ftruncateSync(fd, fstatSync(fd).size - (length - rest.length));
    throw error;
  }
}
