/** The colours that are made from the account's one. */
export interface Accent {
  /** for text and lines on white: at least 4.5 : 1 */
  ink: string;
  /** a pale ground; dark text on it is readable whatever the colour */
  tint: string;
}

type Rgb = [number, number, number];

const FALLBACK: Rgb = [31, 41, 55];
const READABLE = 4.5;

export function accentOf(color: string): Accent {
  const rgb = parse(color) ?? FALLBACK;
  return { ink: hex(readable(rgb)), tint: hex(mix(rgb, [255, 255, 255], 0.93)) };
}

export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(parse(a) ?? FALLBACK), luminance(parse(b) ?? FALLBACK)].sort(
    (x, y) => y - x,
  );
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** Darkened by the least that makes it readable on white; a hue stays the hue that it was. */
function readable(rgb: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const darker = mix(rgb, [0, 0, 0], share);
    if (1.05 / (luminance(darker) + 0.05) >= READABLE) return darker;
  }
  return [0, 0, 0];
}

function parse(color: string): Rgb | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!match) return undefined;
  const [, red = '0', green = '0', blue = '0'] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    Math.round(from[0] + (to[0] - from[0]) * share),
    Math.round(from[1] + (to[1] - from[1]) * share),
    Math.round(from[2] + (to[2] - from[2]) * share),
  ];
}

function luminance([red, green, blue]: Rgb): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function hex(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
