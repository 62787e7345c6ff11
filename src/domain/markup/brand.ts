import { BLACK, contrast, formatColor, parseColor, type Rgb, WHITE } from './color.ts';

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
export function computeBrandTones(color: string, { grounds, ink, dark }: Surface): BrandTones {
  const brandColor = parseColor(color) ?? DEFAULT_COLOR;
  const groundColors = grounds.map((ground) => parseColor(ground) ?? WHITE);
  // A black brand turns white in dark mode, as its logo would.
  const fill = dark && isNearBlack(brandColor) ? (parseColor(ink) ?? WHITE) : brandColor;
  const hasContrast = (ratio: number) => groundColors.every((ground) => contrast(fill, ground) >= ratio);
  return {
    fill: formatColor(fill),
    onFill: formatColor(contrast(fill, WHITE) >= MIN_TEXT_CONTRAST ? WHITE : BLACK),
    outline: hasContrast(MIN_EDGE_CONTRAST) ? formatColor(fill) : ink,
    text: hasContrast(MIN_TEXT_CONTRAST) ? formatColor(fill) : ink,
  };
}

const MIN_TEXT_CONTRAST = 4.5;
const MIN_EDGE_CONTRAST = 3;
const DEFAULT_COLOR: Rgb = [31, 79, 163];

/** Every channel is below a quarter; a dark blue or green is still recognisable as such. */
function isNearBlack(color: Rgb): boolean {
  return color.every((channel) => channel < 64);
}
