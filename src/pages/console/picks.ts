import { type Html, type HtmlValue, html } from '../../domain/markup/html.ts';
import { icon } from '../icons.ts';

/* What was done, or could not be done, to each of several rows that were selected. */

export function renderRight(text: HtmlValue): Html {
  return html`<span class="said good">${icon('check')} <span>${text}</span></span>`;
}

export function renderWrong(text: HtmlValue): Html {
  return html`<span class="said bad">${icon('alert')} <span>${text}</span></span>`;
}
