import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from '../headers/content-coding.ts';

type Body = string | Uint8Array;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Fast, and almost as small as the best level. */
const QUICK = { gzip: { level: 6 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } };
/** For a body that is compressed once and sent often. */
const SMALL = { gzip: { level: 9 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } } };

/** Larger bodies take long to compress; they have a limiter of their own, so that small bodies do not wait for them. */
const LARGE_BYTES = 262_144;

/**
 * The maximum of running and of waiting tasks. zlib uses the four threads of libuv, which also resolve host names and read
 * files: some must stay free.
 */
const ways = { small: createWay(2, 100), large: createWay(1, 20) };

/** Compresses in a thread of the pool. Returns `undefined` if the queue is full; the body is then sent uncompressed. */
export function compress(body: Body, bytes: number, coding: Coding): Promise<Buffer> | undefined {
  const way = bytes < LARGE_BYTES ? ways.small : ways.large;
  return way(() => compressed(body, coding, QUICK));
}

/** Returns a function that compresses each text once and caches up to `maxTexts` results. */
export function createKeeper(maxTexts = 200): (text: string, coding: Coding) => Promise<Buffer> {
  const kept = { br: new Map<string, Promise<Buffer>>(), gzip: new Map<string, Promise<Buffer>>() };
  return (text, coding) => {
    const bodies = kept[coding];
    let body = bodies.get(text);
    if (!body) {
      if (bodies.size >= maxTexts) bodies.clear();
      body = compressed(text, coding, SMALL);
      bodies.set(text, body);
    }
    return body;
  };
}

function compressed(body: Body, coding: Coding, { gzip: level, br }: typeof QUICK): Promise<Buffer> {
  return coding === 'gzip' ? compressGzip(body, level) : compressBrotli(body, br);
}

/** Limits running and queued work; work beyond both limits gets `undefined`. */
export function createWay(maxAtWork: number, maxWaiting: number) {
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
