import { type Html, html } from '../../../domain/markup/html.ts';
import { renderCode } from './code-sample.ts';
import { type Block, splitBlocks } from './markdown-blocks.ts';

/** Returns the address of a link or an image on the page, or `undefined` if it leads nowhere from there. */
type ResolveAddress = (address: string) => string | undefined;

const keepAddress: ResolveAddress = (address) => address;

/** Renders Markdown: the descriptions of the API and the documents in `docs/`. All texts are our own. */
export function renderRichText(text: string | undefined, resolve = keepAddress): Html | null {
  if (!text) return null;
  return html`${splitBlocks(text).map((block) => renderBlock(block, resolve))}`;
}

function renderBlock(block: Block, resolve: ResolveAddress): Html {
  switch (block.type) {
    case 'heading':
      return renderHeading(block, resolve);
    case 'code':
      return renderCode(block.code);
    case 'list':
      return block.ordered
        ? html`<ol>${renderItems(block.items, resolve)}</ol>`
        : html`<ul>${renderItems(block.items, resolve)}</ul>`;
    case 'table':
      return renderTable(block, resolve);
    case 'paragraph':
      return html`<p>${renderInlineText(block.text, resolve)}</p>`;
  }
}

function renderHeading({ level, id, text }: Block & { type: 'heading' }, resolve: ResolveAddress): Html {
  const title = renderInlineText(text, resolve);
  if (level === 1) return html`<h1 id="${id}">${title}</h1>`;
  const link = html`<a href="#${id}">${title}</a>`;
  if (level === 2) return html`<h2 id="${id}">${link}</h2>`;
  return level === 3 ? html`<h3 id="${id}">${link}</h3>` : html`<h4 id="${id}">${link}</h4>`;
}

function renderItems(items: readonly string[], resolve: ResolveAddress): Html[] {
  return items.map((item) => html`<li>${renderItem(item, resolve)}</li>`);
}

/** An item of one paragraph needs no element for it. */
function renderItem(item: string, resolve: ResolveAddress): Html | null {
  const [first, ...others] = splitBlocks(item);
  if (first?.type !== 'paragraph') return renderRichText(item, resolve);
  return html`${renderInlineText(first.text, resolve)}${others.map((block) => renderBlock(block, resolve))}`;
}

/** Wide tables scroll within their frame, which takes the focus so that keys can scroll it. */
function renderTable({ head, rows }: Block & { type: 'table' }, resolve: ResolveAddress): Html {
  const heading = head.map((cell) =>
    cell ? html`<th scope="col">${renderInlineText(cell, resolve)}</th>` : html`<td></td>`,
  );
  return html`<div class="table" tabindex="0"><table>${head.some(Boolean) && html`<thead><tr>${heading}</tr></thead>`}<tbody>${rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${renderInlineText(cell, resolve)}</td>`)}</tr>\n`,
  )}</tbody></table></div>`;
}

const MARKS =
  /(`[^`]+`|\*\*[^*]+\*\*|!?\[[^\]]+\]\([^)\s]+\)|<https?:[^>\s]+>|<picture>.+?<\/picture>|<img [^>]+>|(?<![\w*])\*[^*\s][^*]*\*(?!\w))/;

export function renderInlineText(text: string, resolve = keepAddress): Html {
  return html`${text.split(MARKS).map((part, index) => (index % 2 === 0 ? part : renderMark(part, resolve)))}`;
}

function renderMark(part: string, resolve: ResolveAddress): Html {
  if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
  if (part.startsWith('**')) return html`<strong>${renderInlineText(part.slice(2, -2), resolve)}</strong>`;
  if (part.startsWith('*')) return html`<em>${renderInlineText(part.slice(1, -1), resolve)}</em>`;
  if (part.startsWith('<picture>')) return renderPicture(part, resolve);
  if (part.startsWith('<img ')) return renderImage(readAttributes(part), resolve);
  if (part.startsWith('<')) return html`<a href="${part.slice(1, -1)}">${part.slice(1, -1)}</a>`;
  const at = part.lastIndexOf('](');
  const [label, address] = [part.slice(part.indexOf('[') + 1, at), part.slice(at + 2, -1)];
  if (part.startsWith('!')) return renderImage({ src: address, alt: label }, resolve);
  const href = resolve(address);
  const content = renderInlineText(label, resolve);
  return href === undefined ? content : html`<a href="${href}">${content}</a>`;
}

function readAttributes(tag: string): Record<string, string> {
  return Object.fromEntries(
    tag.matchAll(/([a-z]+)="([^"]*)"/g).map(([, name = '', value = '']) => [name, value]),
  );
}

/** A picture that is another one in dark mode. */
function renderPicture(part: string, resolve: ResolveAddress): Html {
  const [, sources = '', image = ''] = /^<picture>(.*)(<img [^>]+>)<\/picture>$/s.exec(part) ?? [];
  const others = sources.matchAll(/<source [^>]+>/g).map(([tag]) => {
    const { media = '', srcset = '' } = readAttributes(tag);
    return html`<source media="${media}" srcset="${resolve(srcset) ?? srcset}">`;
  });
  return renderImage(readAttributes(image), resolve, [...others]);
}

function renderImage(
  { src = '', alt = '', width }: Record<string, string>,
  resolve: ResolveAddress,
  sources: readonly Html[] = [],
): Html {
  const image = html`<img src="${resolve(src) ?? src}" alt="${alt}"${width && html` width="${width}"`} loading="lazy">`;
  const shown = sources.length > 0 ? html`<picture>${sources}${image}</picture>` : image;
  return html`<a href="${resolve(src) ?? src}">${shown}</a>`;
}
