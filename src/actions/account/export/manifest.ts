/** The list of all files of an export. It is the last file, so an export without it is not complete. */
export interface Manifest {
  format: 'proffer-account';
  formatVersion: number;
  /** Version of the service. */
  proffer: string;
  createdAt: string;
  account: { id: string; name: string };
  /** Lines of each file in `data`. */
  counts: Record<string, number>;
  /** Documents without a PDF in the export. */
  missing: { id: string; reason: string }[];
  /** All other files in their order. */
  files: { name: string; bytes: number; sha256: string }[];
}

const FILES_AT_ONCE = 500;

/** Formats the manifest in pieces, as there may be very many files. */
export async function* formatManifest({ files, ...head }: Manifest): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "files": [`);
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    const some = files.slice(start, start + FILES_AT_ONCE).map((file) => `\n    ${JSON.stringify(file)}`);
    yield Buffer.from(`${start === 0 ? '' : ','}${some.join(',')}`);
  }
  yield Buffer.from('\n  ]\n}\n');
}
