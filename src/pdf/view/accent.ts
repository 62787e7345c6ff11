import {
  BLACK,
  hexColor,
  mixColors,
  parseColor,
  type Rgb,
  untilReadable,
  WHITE,
} from '../../markup/color.ts';

/** The colours that are made from the account's one. */
export interface Accent {
  /** for text and lines: at least 4.5 : 1 on white and on the tint */
  ink: string;
  /** a pale ground; dark text on it is readable whatever the colour */
  tint: string;
}

const FALLBACK: Rgb = [31, 41, 55];
const READABLE = 4.5;

export function accentOf(color: string): Accent {
  const rgb = parseColor(color) ?? FALLBACK;
  const tint = mixColors(rgb, WHITE, 0.93);
  return { ink: hexColor(untilReadable(rgb, [WHITE, tint], BLACK, READABLE)), tint: hexColor(tint) };
}
