import { type Html, html } from '../../domain/markup/html.ts';
import { parseProse } from '../../domain/markup/prose.ts';

/** Renders a text with line breaks and lists, each in its own direction. */
export function renderProse(text: string, size: 'small' | 'normal' = 'normal'): Html {
  const kind = size === 'small' ? 'prose small' : 'prose';
  return html`${parseProse(text).map((block) =>
    typeof block === 'string'
      ? block !== '' && html`<p class="${kind}" dir="auto">${block}</p>`
      : html`<ul class="${kind}" dir="auto">${block.map((entry) => html`<li>${entry}</li>`)}</ul>`,
  )}`;
}
