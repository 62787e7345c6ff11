import { parseWeights } from './weights.ts';

export type Coding = 'br' | 'gzip';

/** In order of preference if a client accepts several equally: brotli compresses better. */
const CODINGS: readonly Coding[] = ['br', 'gzip'];
/** Compressing a smaller body saves less than the headers cost. */
const MIN_BYTES = 1024;

interface CodingPreference {
  coding: Coding | undefined;
  /** Whether the client rejects an uncompressed body. */
  isPlainRefused: boolean;
}

/** Chooses the content coding for a body of this size by `Accept-Encoding` (RFC 9110, 12.5.3). */
export function chooseCoding(acceptEncoding: string, bytes: number): Coding | undefined {
  const { coding, isPlainRefused } = parsePreference(acceptEncoding);
  return bytes >= MIN_BYTES || isPlainRefused ? coding : undefined;
}

function parsePreference(acceptEncoding: string): CodingPreference {
  const weights = parseWeights(acceptEncoding);
  const oldName = weights.get('x-gzip');
  if (oldName !== undefined) weights.set('gzip', oldName);
  const any = weights.get('*');
  const plain = weights.get('identity') ?? (any === 0 ? 0 : undefined);
  let best: Coding | undefined;
  let bestWeight = weights.get('identity') ?? 0;
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? any ?? 0;
    const isBetter = best === undefined ? weight > 0 && weight >= bestWeight : weight > bestWeight;
    if (!isBetter) continue;
    best = coding;
    bestWeight = weight;
  }
  return { coding: best, isPlainRefused: plain === 0 };
}

/** Returns the ETag of the compressed body. It differs because the bytes do, but names the same version. */
export function toCodedEtag(etag: string, coding: Coding): string {
  return `${etag.slice(0, -1)}-${coding}"`;
}

export function toPlainEtag(tag: string): string {
  for (const coding of CODINGS) {
    const end = `-${coding}"`;
    if (tag.endsWith(end)) return `${tag.slice(0, -end.length)}"`;
  }
  return tag;
}
