import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

export const MAX_FILE_BYTES = 2_000_000;

/** Compresses the file into a field of the form, which carries it from step to step, so that nothing is stored. */
export async function packFile(bytes: Uint8Array): Promise<string> {
  return (await promisify(gzip)(bytes)).toString('base64url');
}

export async function unpackFile(file: string | undefined): Promise<Uint8Array | undefined> {
  try {
    return await promisify(gunzip)(Buffer.from(file ?? '', 'base64url'), {
      maxOutputLength: MAX_FILE_BYTES,
    });
  } catch {
    return undefined;
  }
}
