import { type BrandTones, brandTint, brandTones, type Surface } from '../../markup/brand.ts';

/** The colours that are made from the account's one. */
export interface Accent extends BrandTones {
  /** a pale ground */
  tint: string;
  onTint: BrandTones;
}

export function accentOf(color: string): Accent {
  return {
    ...brandTones(color, PAPER),
    tint: brandTint(color),
    onTint: brandTones(color, tintedPaper(color)),
  };
}

/** The ink is the template's. */
export const PAPER: Surface = { grounds: ['#ffffff'], ink: '#15171c', dark: false };

/** Under the record of an acceptance. */
export function tintedPaper(color: string): Surface {
  return { ...PAPER, grounds: [brandTint(color)] };
}
