import { BLACK, contrast, hexColor, parseColor, type Rgb, untilReadable, WHITE } from '../markup/color.ts';

/**
 * The account's own colour, changed only as far as it takes to be readable: a custom property per use,
 * in light and in dark. It is a style sheet of its own because the pages allow no inline style.
 */
export function accentCss(color: string): string {
  const accent = parseColor(color) ?? FALLBACK;
  return `:root{${tones(accent, LIGHT)}}@media (prefers-color-scheme:dark){:root{${tones(accent, DARK)}}}`;
}

interface Scheme {
  /** On which the accent stands; the same values are in page.css. */
  backgrounds: readonly Rgb[];
  towards: Rgb;
  /** Contrast of words. */
  text: number;
}

const LIGHT: Scheme = { backgrounds: [WHITE, [246, 245, 243]], towards: BLACK, text: 4.6 };
const DARK: Scheme = {
  backgrounds: [
    [27, 30, 34],
    [18, 20, 22],
  ],
  towards: WHITE,
  text: 5.5,
};
const FALLBACK: Rgb = [31, 79, 163];

function tones(accent: Rgb, { backgrounds, towards, text }: Scheme): string {
  const fill = untilReadable(accent, backgrounds, towards, 3);
  const words = untilReadable(accent, backgrounds, towards, text);
  const onFill = contrast(fill, WHITE) >= 4.5 ? WHITE : BLACK;
  return `--accent:${hexColor(fill)};--on-accent:${hexColor(onFill)};--accent-text:${hexColor(words)}`;
}
