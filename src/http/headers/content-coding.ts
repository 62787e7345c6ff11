import { weightsOf } from './weights.ts';

export type Coding = 'br' | 'gzip';

/** Where a client likes several alike, the one that makes less of the same. */
const CODINGS: readonly Coding[] = ['br', 'gzip'];
/** Below this, what is saved is less than what the headers cost. */
const MIN_BYTES = 1024;

interface Wishes {
  coding: Coding | undefined;
  /** As it is, it must not be sent. */
  isPlainRefused: boolean;
}

/** The coding in which a body of this size is to be sent, by `Accept-Encoding` (RFC 9110, 12.5.3). */
export function codingFor(acceptEncoding: string, bytes: number): Coding | undefined {
  const { coding, isPlainRefused } = wishesOf(acceptEncoding);
  return bytes >= MIN_BYTES || isPlainRefused ? coding : undefined;
}

function wishesOf(acceptEncoding: string): Wishes {
  const weights = weightsOf(acceptEncoding);
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

/** The tag of a coded body is another, for its bytes are; both stand for the same version. */
export function codedTag(etag: string, coding: Coding): string {
  return `${etag.slice(0, -1)}-${coding}"`;
}

export function plainTag(tag: string): string {
  for (const coding of CODINGS) {
    const end = `-${coding}"`;
    if (tag.endsWith(end)) return `${tag.slice(0, -end.length)}"`;
  }
  return tag;
}
