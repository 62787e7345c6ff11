import { type BrandTones, computeBrandTones, type Surface } from '../../domain/markup/brand.ts';

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

export const LIGHT_MAIL: Surface = { grounds: [LIGHT.card], ink: LIGHT.text, dark: false };
export const DARK_MAIL: Surface = { grounds: [DARK.card], ink: DARK.text, dark: true };

/** Holds only the rules that inline styles cannot express. `[data-ogsc]` marks dark mode in Outlook on the web. */
export function renderStyleSheet(accentColor: string): string {
  const accent = computeBrandTones(accentColor, DARK_MAIL);
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body, table, td, th, p, a { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
@media (max-width: 480px) {
  .outer { padding: 20px 12px !important; }
  .card { padding: 24px 20px !important; }
  .title { font-size: 22px !important; line-height: 28px !important; }
  .wide { width: 100% !important; }
}
@media (prefers-color-scheme: dark) {
${darkRules('', accent)}
}
${darkRules('[data-ogsc] ', accent)}
`;
}

function darkRules(scope: string, { fill, onFill, outline }: BrandTones): string {
  return [
    `${scope}.page { background: ${DARK.page} !important; }`,
    `${scope}.card { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }`,
    `${scope}.quote { background: ${DARK.inset} !important; }`,
    `${scope}.line { border-color: ${DARK.line} !important; }`,
    `${scope}.text { color: ${DARK.text} !important; }`,
    `${scope}.muted { color: ${DARK.muted} !important; }`,
    `${scope}.button { background: ${fill} !important; border-color: ${outline} !important; }`,
    `${scope}.label, ${scope}.label span { color: ${onFill} !important; }`,
    // Most logos have dark letters and a transparent background.
    `${scope}.logo { background: #ffffff !important; padding: 8px 10px !important; }`,
  ].join('\n');
}
