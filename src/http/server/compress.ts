import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from '../headers/content-coding.ts';

type Body = string | Uint8Array;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Fast, and almost as small as the best level. */
const FAST = { gzip: { level: 6 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } };
/** Settings for a body that is compressed once and sent often. */
const SMALL = { gzip: { level: 9 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } } };

/** Larger bodies take long to compress; they have a limiter of their own, so that small bodies do not wait for them. */
const LARGE_BYTES = 262_144;

/**
 * The maximum of running and of waiting tasks. zlib uses the four threads of libuv, which also resolve host names and read
 * files: some must stay free.
 */
const limiters = { small: createLimiter(2, 100), large: createLimiter(1, 20) };

/** Compresses in a thread of the pool. Returns `undefined` if the queue is full; the body is then sent uncompressed. */
export function compress(body: Body, bytes: number, coding: Coding): Promise<Buffer> | undefined {
  const limiter = bytes < LARGE_BYTES ? limiters.small : limiters.large;
  return limiter(() => runCompression(body, coding, FAST));
}

/** Returns a function that compresses each text once and caches up to `maxTexts` results. */
export function createCompressionCache(maxTexts = 200): (text: string, coding: Coding) => Promise<Buffer> {
  const cache = { br: new Map<string, Promise<Buffer>>(), gzip: new Map<string, Promise<Buffer>>() };
  return (text, coding) => {
    const bodies = cache[coding];
    let body = bodies.get(text);
    if (!body) {
      if (bodies.size >= maxTexts) bodies.clear();
      body = runCompression(text, coding, SMALL);
      bodies.set(text, body);
    }
    return body;
  };
}

function runCompression(body: Body, coding: Coding, { gzip: level, br }: typeof FAST): Promise<Buffer> {
  return coding === 'gzip' ? compressGzip(body, level) : compressBrotli(body, br);
}

/** Limits running and queued work; work beyond both limits gets `undefined`. */
export function createLimiter(maxAtWork: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let atWork = 0;

  async function run(work: () => Promise<Buffer>): Promise<Buffer> {
    if (atWork === maxAtWork) await new Promise<void>((resolve) => waiting.push(resolve));
    else atWork++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else atWork--;
    }
  }

  return (work: () => Promise<Buffer>): Promise<Buffer> | undefined =>
    atWork === maxAtWork && waiting.length >= maxWaiting ? undefined : run(work);
}
