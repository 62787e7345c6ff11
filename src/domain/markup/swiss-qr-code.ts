import { encode } from 'uqr';
import { drawRuns } from './qr-code.ts';

// Draws only the cross and picks the version; the modules come from a library. Libraries for Swiss QR-bills draw the whole
// slip into a PDF or SVG of their own, while ours is part of the typeset and tagged document.

/** Width of the code as it is printed. The sizes below are parts of it. */
const CODE_MM = 46;
const QUIET_ZONE_MM = 5;
/** The cross stands on a black square with a white border. */
const CROSS_AREA_MM = 7;
const SQUARE_MM = 6;
const BAR_LENGTH_MM = 35 / 9;
const BAR_WIDTH_MM = 7 / 6;
/**
 * Versions 7 to 13 have an alignment pattern in the middle, where the cross is. Some decoders (ZBar) look for it there, take
 * the cross for it and read nothing. A module of version 14 is 0.63 mm wide, which is far above the minimum of 0.4 mm.
 */
const MIN_VERSION = 14;
const MAX_VERSION = 25;

export interface SwissQrCode {
  /** Modules per side, without the quiet zone. */
  size: number;
  quietZone: number;
  /** Paths of the modules, of the black square and of the white cross on it. */
  dark: string;
  square: string;
  cross: string;
}

/** Draws the code of a Swiss QR-bill: error correction M, and the Swiss cross in its middle. */
export function drawSwissQrCode(text: string): SwissQrCode {
  const { data, size } = encode(text, {
    ...{ ecc: 'M', border: 0 },
    ...{ minVersion: MIN_VERSION, maxVersion: MAX_VERSION },
  });
  const toModules = (mm: number) => (mm * size) / CODE_MM;
  const middle = size / 2;
  const area = toModules(CROSS_AREA_MM / 2);
  const isCovered = (place: number) => place + 1 > middle - area && place < middle + area;
  const modules = data.map((row, y) =>
    isCovered(y) ? row.map((isDark, x) => isDark && !isCovered(x)) : row,
  );
  const rectangle = (width: number, height: number) => {
    const [w, h] = [round(toModules(width)), round(toModules(height))];
    return `M${round(middle - w / 2)} ${round(middle - h / 2)}h${w}v${h}h-${w}z`;
  };
  return {
    size,
    quietZone: round(toModules(QUIET_ZONE_MM)),
    dark: drawRuns(modules),
    square: rectangle(SQUARE_MM, SQUARE_MM),
    cross: rectangle(BAR_LENGTH_MM, BAR_WIDTH_MM) + rectangle(BAR_WIDTH_MM, BAR_LENGTH_MM),
  };
}

function round(length: number): number {
  return Number(length.toFixed(3));
}
