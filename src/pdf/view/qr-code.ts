import { Buffer } from 'node:buffer';
import { encode } from 'uqr';
import type { ViewContext } from './context.ts';
import type { Picture } from './document-view.ts';

/** Modules of white space around the code, which scanners need. */
const QUIET_ZONE_MODULES = 4;

/** Adds a QR code as the picture `/<name>.svg`; `alt` describes its purpose. */
export function addQrCode({ files }: Pick<ViewContext, 'files'>, name: string, text: string, alt: string) {
  const path = `/${name}.svg`;
  files.set(path, drawQrCode(text));
  return { path, alt } satisfies Picture;
}

/** Uses error correction M, and one path, so that no gaps show between modules at any size. */
function drawQrCode(text: string): Uint8Array {
  const { data, size } = encode(text.toWellFormed(), { ecc: 'M', border: QUIET_ZONE_MODULES });
  const runs = data.flatMap((row, y) =>
    findDarkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">` +
      `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${runs.join('')}"/></svg>`,
  );
}

function findDarkRuns(row: boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) runs.push([x, 1]);
  }
  return runs;
}
