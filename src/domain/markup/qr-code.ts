import { encode } from 'uqr';

/** Modules of white space around the code, which scanners need. */
const QUIET_ZONE_MODULES = 4;

/**
 * Computes the path of the dark modules of a QR code with error correction M, in a square of `size` units. It is one path,
 * so that no gaps show between modules at any size.
 */
export function drawQrCode(text: string): { size: number; dark: string } {
  const { data, size } = encode(text.toWellFormed(), { ecc: 'M', border: QUIET_ZONE_MODULES });
  return { size, dark: drawRuns(data) };
}

/** Computes the path of the dark modules of a matrix. */
export function drawRuns(matrix: readonly boolean[][]): string {
  const runs = matrix.flatMap((row, y) =>
    findDarkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return runs.join('');
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
