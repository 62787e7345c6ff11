/**
 * The account's own colour, changed only as far as it takes to be readable: a custom property per use,
 * in light and in dark. It is a style sheet of its own because the pages allow no inline style.
 */
export function accentCss(color: string): string {
  const accent = parseColor(color) ?? FALLBACK;
  return `:root{${tones(accent, LIGHT)}}@media (prefers-color-scheme:dark){:root{${tones(accent, DARK)}}}`;
}

/** Backgrounds on which the accent stands; the same values are in page.css. */
const LIGHT = { backgrounds: ['#ffffff', '#f6f5f3'], towards: '#000000', text: 4.6 };
const DARK = { backgrounds: ['#1b1e22', '#121416'], towards: '#ffffff', text: 5.5 };
const FALLBACK: Rgb = [31, 79, 163];

type Rgb = readonly [number, number, number];

function tones(accent: Rgb, { backgrounds, towards, text }: typeof LIGHT): string {
  const fill = untilReadable(accent, backgrounds, towards, 3);
  const words = untilReadable(accent, backgrounds, towards, text);
  const onFill = contrast(fill, WHITE) >= 4.5 ? WHITE : BLACK;
  return `--accent:${hex(fill)};--on-accent:${hex(onFill)};--accent-text:${hex(words)}`;
}

const WHITE: Rgb = [255, 255, 255];
// Any colour has 4.5:1 against white or against black.
const BLACK: Rgb = [0, 0, 0];

function untilReadable(color: Rgb, backgrounds: string[], towards: string, ratio: number): Rgb {
  const end = rgb(towards);
  for (let step = 0; step < 100; step += 2) {
    const mixed = mix(color, end, step / 100);
    if (backgrounds.every((background) => contrast(mixed, rgb(background)) >= ratio)) return mixed;
  }
  return end;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

/** WCAG 2 contrast ratio. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

export function parseColor(color: string): Rgb | undefined {
  return /^#[0-9a-f]{6}$/i.test(color) ? rgb(color) : undefined;
}

function rgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
