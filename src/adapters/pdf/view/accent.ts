import { type BrandTones, computeBrandTones, type Surface } from '../../../domain/markup/brand.ts';

export function computeAccent(color: string): BrandTones {
  return computeBrandTones(color, PAPER);
}

/** `ink` must match the template. */
export const PAPER: Surface = { grounds: ['#ffffff'], ink: '#15171c', dark: false };
