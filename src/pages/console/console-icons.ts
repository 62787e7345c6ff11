import { html } from '../../domain/markup/html.ts';

const SHAPES = {
  home: html`<path d="M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z"/>`,
  quotes: html`<path d="M6 3.5h9l3.5 3.5v13.5H6z"/><path d="M9 11h6M9 15h6"/>`,
  customers: html`<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .7 3.200 2.5 3.5 5.5"/>`,
  invoices: html`<path d="M6 3.5h12v17l-3-2-3 2-3-2-3 2z"/><path d="M9 8.5h6M9 12.5h6"/>`,
  catalogue: html`<path d="M4 5h7v14H4zM13 5h7v14h-7z"/>`,
  templates: html`<path d="M4 4h16v5H4zM4 12h7v8H4zM14 12h6v8h-6z"/>`,
  settings: html`<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>`,
  mailbox: html`<path d="M3.5 5.5h17v13h-17z"/><path d="M3.5 7l8.5 6 8.5-6"/>`,
  more: html`<circle cx="5" cy="12" r="1"/><circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/>`,
  plus: html`<path fill="#000" stroke="none" fill-rule="evenodd" d="M12 0a12 12 0 1 0 0 24 12 12 0 0 0 0-24zM11 6h2v5h5v2h-5v5h-2v-5H6v-2h5z"/>`,
  person: html`<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c.7-4.5 3.5-6.5 7.5-6.5s6.800 2 7.5 6.5"/>`,
  search: html`<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5l5 5"/>`,
  DRAFT: html`<circle cx="12" cy="12" r="7" stroke-dasharray="3 2.5"/>`,
  SENT: html`<path d="M4 12h15M13 6l6 6-6 6"/>`,
  ACCEPTED: html`<path d="M4.5 12.5l5 5 10-11"/>`,
  DECLINED: html`<path d="M6 6l12 12M18 6L6 18"/>`,
  EXPIRED: html`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>`,
  CONVERTED: html`<path d="M6 3.5h12v17l-3-2-3 2-3-2-3 2z"/><path d="M9 8.5h6M9 12.5h6"/>`,
};
export type ConsoleIcon = keyof typeof SHAPES;

/** Class that shows an icon before an element's text. Icons are decorative: the text conveys the same. */
export function iconClass(name: ConsoleIcon): string {
  return `i-${name}`;
}

/** Each icon is 24 wide, with room around it so that none shows at the edge of its neighbour. */
const SIZE = 24;
const STEP = 32;

/**
 * Renders the icons as a style sheet, which browsers cache: inline icons were a quarter of the size of a list page. They
 * inherit the text colour. All are one drawing, of which each shows its part: a drawing costs a page of its own inside
 * the browser, which was a tenth of the time to paint a list.
 */
export function renderIconCss(): string {
  const names = Object.keys(SHAPES);
  const width = names.length * STEP;
  const shapes = Object.values(SHAPES).map(
    (shape, at) => html`<g transform="translate(${at * STEP + (STEP - SIZE) / 2})">${shape}</g>`,
  );
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${SIZE}" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;
  const places = names.map((name, at) => {
    const offset = (at * STEP + (STEP - SIZE) / 2) / (width - SIZE);
    return `.i-${name}{--icon:${(offset * 100).toFixed(4)}%}\n`;
  });
  const drawing = `url("data:image/svg+xml,${encodeURIComponent(svg.toString())}")`;
  return `:root{--icons:${drawing};--icons-width:${((width / SIZE) * 100).toFixed(4)}%}\n${places.join('')}`;
}
