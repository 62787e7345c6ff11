import { type BrandTones, computeBrandTint, computeBrandTones, type Surface } from '../../markup/brand.ts';

/** The colours derived from the account's accent colour. */
export interface Accent extends BrandTones {
  /** A pale background. */
  tint: string;
  onTint: BrandTones;
}

export function computeAccent(color: string): Accent {
  return {
    ...computeBrandTones(color, PAPER),
    tint: computeBrandTint(color),
    onTint: computeBrandTones(color, tintedPaper(color)),
  };
}

/** `ink` must match the template. */
export const PAPER: Surface = { grounds: ['#ffffff'], ink: '#15171c', dark: false };

/** Surface of the acceptance record. */
export function tintedPaper(color: string): Surface {
  return { ...PAPER, grounds: [computeBrandTint(color)] };
}
