import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Manifest } from '../../actions/account/export/manifest.ts';
import { CliError } from '../command.ts';

const END = Buffer.from('PK\x05\x06');
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const DEFLATED = 8;

interface Entry {
  name: string;
  isPacked: boolean;
  packed: number;
  offset: number;
}

/** Reads an export again and compares every file with the manifest. Throws if something is missing or different. */
export async function verifyExport(file: string): Promise<Manifest> {
  const handle = await open(file, 'r');
  try {
    const entries = await readDirectory(handle);
    const last = entries.pop();
    if (last?.name !== 'manifest.json') throw damaged('it has no manifest');
    const parts: Uint8Array[] = [];
    for await (const part of await openEntry(file, handle, last)) parts.push(part);
    const manifest = JSON.parse(Buffer.concat(parts).toString()) as Manifest;
    if (manifest.files.length !== entries.length) throw damaged('it lacks files of its manifest');
    for (const [index, entry] of entries.entries()) {
      const { name, bytes, sha256 } = manifest.files[index] ?? {};
      const found = await hash(await openEntry(file, handle, entry));
      const isSame = name === entry.name && bytes === found.bytes && sha256 === found.sha256;
      if (!isSame) throw damaged(`${entry.name} is not what the manifest says`);
    }
    return manifest;
  } finally {
    await handle.close();
  }
}

function damaged(reason: string): CliError {
  return new CliError(`the export is not complete: ${reason}. Is the disk full or damaged?`);
}

async function hash(content: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const sum = createHash('sha256');
  let bytes = 0;
  for await (const part of content) {
    sum.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: sum.digest('hex') };
}

async function readDirectory(handle: FileHandle): Promise<Entry[]> {
  const { size } = await handle.stat();
  const tail = await readAt(handle, Math.max(0, size - END_BYTES - LOCATOR_BYTES), size);
  const end = tail.lastIndexOf(END);
  if (end < 0) throw damaged('its end is missing');
  let count = tail.readUInt16LE(end + 10);
  let bytes = tail.readUInt32LE(end + 12);
  let at = tail.readUInt32LE(end + 16);
  if (count === MAX_16 || bytes === MAX_32 || at === MAX_32) {
    const far = Number(tail.readBigUInt64LE(end - LOCATOR_BYTES + 8));
    const end64 = await readAt(handle, far, far + 56);
    count = Number(end64.readBigUInt64LE(32));
    bytes = Number(end64.readBigUInt64LE(40));
    at = Number(end64.readBigUInt64LE(48));
  }
  return parseDirectory(await readAt(handle, at, at + bytes), count);
}

function parseDirectory(directory: Buffer, count: number): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; entries.length < count; ) {
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const end = nameEnd + directory.readUInt16LE(at + 30);
    const extra = directory.subarray(nameEnd + 4, end);
    let read = 0;
    // The ZIP64 field has those of size, packed size and offset that do not fit, in this order.
    const [, packed = 0, offset = 0] = [24, 20, 42].map((place) => {
      const value = directory.readUInt32LE(at + place);
      return value === MAX_32 ? Number(extra.readBigUInt64LE(8 * read++)) : value;
    });
    const name = directory.toString('utf8', at + ENTRY_BYTES, nameEnd);
    entries.push({ name, isPacked: directory.readUInt16LE(at + 10) === DEFLATED, packed, offset });
    at = end + directory.readUInt16LE(at + 32);
  }
  return entries;
}

async function openEntry(
  file: string,
  handle: FileHandle,
  { isPacked, packed, offset }: Entry,
): Promise<AsyncIterable<Uint8Array>> {
  const local = await readAt(handle, offset, offset + LOCAL_BYTES);
  const start = offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
  const stored =
    packed === 0 ? Readable.from([]) : createReadStream(file, { start, end: start + packed - 1 });
  return isPacked ? pipeline(stored, createInflateRaw(), () => {}) : stored;
}

async function readAt(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
  if (bytesRead < buffer.length) throw damaged('it ends too early');
  return buffer;
}
