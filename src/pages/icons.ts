import { type Html, html } from '../domain/markup/html.ts';

const SHAPES = {
  check: html`<path d="M4.5 12.5l5 5 10-11"/>`,
  cross: html`<path d="M6 6l12 12M18 6L6 18"/>`,
  clock: html`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>`,
  pen: html`<path d="M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19z"/><path d="M14.5 6.5l3 3"/>`,
  file: html`<path d="M12 4v10m0 0l-4-4m4 4l4-4M5 19.5h14"/>`,
  receipt: html`<path d="M6 3.5h12v17l-3-2-3 2-3-2-3 2z"/><path d="M9 8.5h6M9 12.5h6"/>`,
  message: html`<path d="M4 5.5h16v11H11l-4.5 4v-4H4z"/>`,
  info: html`<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5M12 7.6v.2"/>`,
  alert: html`<path d="M12 4l9 16H3z"/><path d="M12 10v4.5M12 17v.2"/>`,
};
export type IconName = keyof typeof SHAPES;

/** Decorative: the text next to it conveys the same. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">${SHAPES[name]}</svg>`;
}
