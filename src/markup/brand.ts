import { BLACK, contrast, hexColor, mixColors, parseColor, type Rgb, WHITE } from './color.ts';

/** The surface under a brand colour: paper, page or email, light or dark. All colours are `#rrggbb`. */
export interface Surface {
  grounds: readonly string[];
  /** Colour of text, readable on every ground. */
  ink: string;
  dark: boolean;
}

/** The tones of a brand colour on one surface. */
export interface BrandTones {
  /** Colour of areas and rules: the brand colour itself. */
  fill: string;
  /** Colour of text on the fill: black or white. */
  onFill: string;
  /** Colour of the edge of an area: the fill, or ink if the fill barely differs from its ground. */
  outline: string;
  /** Colour of text: the brand colour if readable, otherwise ink. */
  text: string;
}

/** Computes the tones for PDF, page and email. The brand colour is used unchanged or not at all. */
export function brandTones(color: string, { grounds, ink, dark }: Surface): BrandTones {
  const own = parseColor(color) ?? FALLBACK;
  const under = grounds.map((ground) => parseColor(ground) ?? WHITE);
  // A black brand turns white in dark mode, as its logo would.
  const fill = dark && isNearBlack(own) ? (parseColor(ink) ?? WHITE) : own;
  const stands = (ratio: number) => under.every((ground) => contrast(fill, ground) >= ratio);
  return {
    fill: hexColor(fill),
    onFill: hexColor(contrast(fill, WHITE) >= READABLE ? WHITE : BLACK),
    outline: stands(VISIBLE) ? hexColor(fill) : ink,
    text: stands(READABLE) ? hexColor(fill) : ink,
  };
}

/** Computes a pale tint of the colour, on which dark text is always readable. */
export function brandTint(color: string): string {
  return hexColor(mixColors(parseColor(color) ?? FALLBACK, WHITE, 0.93));
}

const READABLE = 4.5;
const VISIBLE = 3;
const FALLBACK: Rgb = [31, 79, 163];

/** Every channel is below a quarter; a dark blue or green is still recognisable as such. */
function isNearBlack(color: Rgb): boolean {
  return color.every((channel) => channel < 64);
}
