import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createDetachedSignature, type PdfSigner } from './detached-signature.ts';
import { RANGE_PLACE, TIME_PLACE } from './signature-field.ts';

/** Fills the room that a file has for a signature (PAdES). Returns `undefined` if it has none. */
export async function signPdf(
  pdf: Uint8Array,
  signer: PdfSigner,
  now: number,
): Promise<{ pdf: Uint8Array<ArrayBuffer>; sha256: string } | undefined> {
  const signed = new Uint8Array(pdf);
  const file = Buffer.from(signed.buffer);
  // The signature is the last object that can be read: a title of the same words is before it.
  const [time, range] = [file.lastIndexOf(TIME_PLACE), file.lastIndexOf(RANGE_PLACE)];
  if (time < 0 || range < 0) return undefined;
  // Everything but the hexadecimal digits of the signature is signed, with their brackets left out too.
  const start = file.indexOf('<', range);
  const end = file.indexOf('>', start) + 1;
  const ranges = [start, end, file.length - end].map((place) => String(place).padStart(10, '0'));
  file.write(RANGE_PLACE.replace('********** ********** **********', ranges.join(' ')), range);
  file.write(TIME_PLACE.replace(/\*+/, new Date(now).toISOString().replaceAll(/[-:T]|\..*/g, '')), time);
  const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end)).digest();
  const signature = await createDetachedSignature(signer, digest);
  if (signature.length * 2 > end - start - 2) throw new Error('the signature is longer than its place');
  file.write(signature.toString('hex'), start + 1);
  return { pdf: signed, sha256: createHash('sha256').update(signed).digest('hex') };
}
