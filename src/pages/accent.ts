import { computeBrandTones, type Surface } from '../domain/markup/brand.ts';

/** Surfaces behind the accent colour. page.css has the same values. */
export const LIGHT_PAGE: Surface = { grounds: ['#ffffff', '#f6f5f3'], ink: '#1a1c1f', dark: false };
export const DARK_PAGE: Surface = { grounds: ['#1b1e22', '#121416'], ink: '#eceef0', dark: true };

/**
 * Renders the account's colour as custom properties for light and dark mode. It is a style sheet of its own
 * because the pages allow no inline styles.
 */
export function renderAccentCss(color: string): string {
  return `:root{${properties(color, LIGHT_PAGE)}}@media (prefers-color-scheme:dark){:root{${properties(color, DARK_PAGE)}}}`;
}

function properties(color: string, surface: Surface): string {
  const { fill, onFill, outline, text } = computeBrandTones(color, surface);
  return `--accent:${fill};--on-accent:${onFill};--accent-edge:${outline};--accent-text:${text}`;
}
