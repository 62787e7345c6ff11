import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Act } from './api-command.ts';

/** Writes the PDF that the operation returns. */
export const savePdf: Act = (call) => save(call, 'application/pdf');

/** Writes the ZIP that the operation returns. */
export const saveZip: Act = (call) => save(call, 'application/zip');

/** Writes the CSV file that the operation returns. */
export const saveCsv: Act = (call) => save(call, 'text/csv');

async function save(
  { service, method, path, query, input: { args, flag } }: Parameters<Act>[0],
  accept: string,
): Promise<void> {
  const reply = await service.request({ method, path, query, accept });
  await saveFile(args[1] ?? '', Buffer.from(await reply.arrayBuffer()), flag('force'));
}

/** Streams a file to its place, or to stdout, so that memory use does not grow with its size. */
export async function saveFile(
  file: string,
  content: Uint8Array | AsyncIterable<Uint8Array | string>,
  isReplaced: boolean,
): Promise<void> {
  const stream = Readable.from(content instanceof Uint8Array ? [content] : content, { objectMode: false });
  if (file === '' || file === '-') await pipeline(stream, process.stdout, { end: false });
  else await pipeline(stream, createWriteStream(file, { flags: isReplaced ? 'w' : 'wx', mode: 0o600 }));
}
