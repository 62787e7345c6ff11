import { BLACK, contrast, hexColor, mixColors, parseColor, type Rgb, WHITE } from './color.ts';

/** What a brand's colour stands on: a sheet, a page or a mail, in light or in dark. All colours are `#rrggbb`. */
export interface Surface {
  grounds: readonly string[];
  /** Of the text there; readable on all grounds. */
  ink: string;
  dark: boolean;
}

/** A business's colour as it is used on one surface. */
export interface BrandTones {
  /** Of areas and rules: the colour as it is. */
  fill: string;
  /** Of text on the fill: black or white. */
  onFill: string;
  /** Of the edge of an area: the fill, or ink where the fill alone would melt into its ground. */
  outline: string;
  /** Of words: the colour where it can be read, else ink. */
  text: string;
}

/** The one rule for document, page and mail: the colour is used as it is, or not at all; it is never bent. */
export function brandTones(color: string, { grounds, ink, dark }: Surface): BrandTones {
  const own = parseColor(color) ?? FALLBACK;
  const under = grounds.map((ground) => parseColor(ground) ?? WHITE);
  // Black on black: such a brand is white where the page is dark, as its own logo would be.
  const fill = dark && isNearBlack(own) ? (parseColor(ink) ?? WHITE) : own;
  const stands = (ratio: number) => under.every((ground) => contrast(fill, ground) >= ratio);
  return {
    fill: hexColor(fill),
    onFill: hexColor(contrast(fill, WHITE) >= READABLE ? WHITE : BLACK),
    outline: stands(VISIBLE) ? hexColor(fill) : ink,
    text: stands(READABLE) ? hexColor(fill) : ink,
  };
}

/** A pale ground of the colour; dark text on it is readable whatever the colour. */
export function brandTint(color: string): string {
  return hexColor(mixColors(parseColor(color) ?? FALLBACK, WHITE, 0.93));
}

const READABLE = 4.5;
const VISIBLE = 3;
const FALLBACK: Rgb = [31, 79, 163];

/** No channel reaches a quarter: a dark blue or green is still seen as one. */
function isNearBlack(color: Rgb): boolean {
  return color.every((channel) => channel < 64);
}
