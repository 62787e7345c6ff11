import { Buffer } from 'node:buffer';

const PATH = /^[MLHVCSQTAZmlhvcsqtaz0-9eE+\-., \n]+$/;
const MAX_PATH_LENGTH = 100_000;

/** Draws the signature from the `d` of a path in a 600 by 200 box. */
export function drawSignature(d: string): Uint8Array | undefined {
  if (d.length > MAX_PATH_LENGTH || !PATH.test(d) || !/^\s*[Mm]/.test(d)) return undefined;
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 200" width="600" height="200">' +
      `<path d="${d}" fill="none" stroke="#15171c" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  );
}
