import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from '../headers/content-coding.ts';

type Body = string | Uint8Array;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Quick, and next to as small as the best. */
const QUICK = { gzip: { level: 6 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } };
/** For what is compressed once and sent often. */
const SMALL = { gzip: { level: 9 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } } };

/** From here on it takes long, and goes another way, so that small bodies need not wait for it. */
const LARGE_BYTES = 262_144;

/**
 * At work at once and waiting at most. The four threads that zlib works in also look up addresses and read files: some
 * must stay free.
 */
const ways = { small: createWay(2, 100), large: createWay(1, 20) };

/** In a thread beside the event loop; `undefined` when so much is waiting that it is better sent as it is. */
export function compress(body: Body, bytes: number, coding: Coding): Promise<Buffer> | undefined {
  const way = bytes < LARGE_BYTES ? ways.small : ways.large;
  return way(() => compressed(body, coding, QUICK));
}

/** Compresses each text once. */
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

/** Lets so many work at once and so many wait; further ones get `undefined`. */
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
