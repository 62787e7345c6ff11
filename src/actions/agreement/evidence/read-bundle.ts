import { unpackFile, walkZip, type ZipFile } from '../../../domain/account/import/read-zip-file.ts';
import { ATTACHMENTS } from './readme.ts';

/** The parts of a bundle beside the files that were attached. */
const PARTS: ReadonlySet<string> = new Set([
  ...['document.pdf', 'acceptance.json', 'acceptance.jws', 'acceptance.tsr', 'jwks.json'],
  ...['confirmation.pdf', 'README.txt'],
]);
const MAX_FILES = 40;
const MAX_BYTES = 128 * 2 ** 20;

/**
 * Reads the parts of a bundle by name; what no bundle has is not unpacked. Number, names and sizes are judged before anything is
 * unpacked, as a small ZIP can have any number of large files. Throws with the reason.
 */
export function readBundle(zip: Buffer): Map<string, Buffer | undefined> {
  const files = new Map<string, ZipFile>();
  let bytes = 0;
  for (const file of walkZip(zip)) {
    if (files.has(file.name)) throw new Error(`the bundle has two files ${file.name}`);
    files.set(file.name, file);
    bytes += file.bytes;
    if (files.size > MAX_FILES) throw new Error('the bundle has too many files');
    if (bytes > MAX_BYTES) throw new Error('the bundle is too large');
  }
  return new Map(
    [...files.values()].map((file) => {
      const isPart = PARTS.has(file.name) || file.name.startsWith(ATTACHMENTS);
      return [file.name, isPart ? unpackFile(zip, file) : undefined];
    }),
  );
}
