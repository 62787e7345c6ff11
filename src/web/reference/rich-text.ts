import { type Html, html } from '../../markup/html.ts';

/** Renders the Markdown subset of descriptions: paragraphs, lists, `code`, **strong** and web links. */
export function renderRichText(text: string | undefined): Html | null {
  if (!text) return null;
  return html`${text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(renderBlock)}`;
}

function renderBlock(block: string): Html {
  const lines = block.split('\n');
  if (!lines.every((line) => /^\s*[-*] /.test(line))) return html`<p>${renderInlineText(block)}</p>`;
  return html`<ul>${lines.map((line) => html`<li>${renderInlineText(line.replace(/^\s*[-*] /, ''))}</li>`)}</ul>`;
}

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\((?:https?:\/\/|\/|#)[^)\s]*\))/;

export function renderInlineText(text: string): Html {
  return html`${text.split(MARKS).map(renderMark)}`;
}

function renderMark(part: string, index: number): Html | string {
  if (index % 2 === 0) return part;
  if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
  if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
  const [label = '', address = ''] = part.slice(1, -1).split('](');
  return html`<a href="${address}">${label}</a>`;
}
