import { contrast, parseColor, WHITE } from '../markup/color.ts';

export const LIGHT = {
  page: '#f3f4f6',
  card: '#ffffff',
  inset: '#f3f4f6',
  line: '#e2e5e9',
  text: '#16191d',
  muted: '#5a636e',
};

const DARK = {
  page: '#111315',
  card: '#1c1f23',
  inset: '#272b30',
  line: '#343a41',
  text: '#eef0f2',
  muted: '#a9b2bc',
};

/** Only what a style on an element cannot say. `[data-ogsc]` is how Outlook on the web marks its dark mode. */
export const STYLE_SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body, table, td, th, p, a { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
@media (max-width: 480px) {
  .outer { padding: 20px 12px !important; }
  .card { padding: 24px 20px !important; }
  .title { font-size: 22px !important; line-height: 28px !important; }
  .wide { width: 100% !important; }
}
@media (prefers-color-scheme: dark) {
${darkRules('')}
}
${darkRules('[data-ogsc] ')}
`;

function darkRules(scope: string): string {
  return [
    `${scope}.page { background: ${DARK.page} !important; }`,
    `${scope}.card { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }`,
    `${scope}.quote { background: ${DARK.inset} !important; }`,
    `${scope}.line { border-color: ${DARK.line} !important; }`,
    `${scope}.text { color: ${DARK.text} !important; }`,
    `${scope}.muted { color: ${DARK.muted} !important; }`,
    // Logos are drawn for paper: most have dark letters and no background of their own.
    `${scope}.logo { background: #ffffff !important; padding: 8px 10px !important; }`,
  ].join('\n');
}

/** The account's colour with a label that can be read on it, and an edge where it would melt into the card. */
export function buttonColors(accentColor: string): { fill: string; ink: string; edge: string } {
  const fill = parseColor(accentColor) ?? FALLBACK;
  const ink = contrast(fill, WHITE) >= 4.5 ? '#ffffff' : '#000000';
  const visible = [LIGHT.card, DARK.card].every((card) => contrast(fill, parseColor(card) ?? WHITE) >= 1.5);
  const color = parseColor(accentColor) ? accentColor : '#1f4fa3';
  return { fill: color, ink, edge: visible ? color : '#868e96' };
}

const FALLBACK = [31, 79, 163] as const;
