import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

export const MAX_FILE_BYTES = 2_000_000;

/** Compresses the file into a field of the form, which carries it from step to step, so that nothing is stored. */
export async function packFile(text: string): Promise<string> {
  return (await promisify(gzip)(text)).toString('base64url');
}

export async function unpackFile(file: string | undefined): Promise<string | undefined> {
  try {
    const bytes = await promisify(gunzip)(Buffer.from(file ?? '', 'base64url'), {
      maxOutputLength: 2 * MAX_FILE_BYTES,
    });
    return bytes.toString('utf8');
  } catch {
    return undefined;
  }
}
