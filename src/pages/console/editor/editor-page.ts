import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { fill } from '../../../i18n/fill.ts';
import { assetPath } from '../../assets.ts';
import { fill as fillMarkup } from '../../shell.ts';
import type { ConsolePage } from '../shell.ts';
import type { EditorData } from './editor-data.ts';

/** The page of the editor, which is a script: the only form of the console that needs one. */
export function buildEditorPage(
  data: EditorData,
  { base, templates, notice, electronic, approval }: EditorFrame,
): ConsolePage {
  return {
    ...(data.kind === 'template' ? frameTemplate(data, base) : frameQuote(data, base)),
    wide: true,
    styles: ['editor.css'],
    scripts: ['editor.js'],
    notice,
    body: html`${templates.length > 0 && renderTemplates(data, templates, base)}${renderEditor(data, { electronic, approval })}`,
  };
}

/** The page around the editor. */
export interface EditorFrame {
  base: string;
  /** Templates that a new quote can start from. */
  templates: readonly { id: string; name: string }[];
  notice?: ConsolePage['notice'];
  /** Data that electronic invoices to the customer would lack. */
  electronic: HtmlValue;
  /** Says that the stored quote needs approval; `undefined` if the account has no rules. */
  approval: HtmlValue;
}

type Frame = Pick<ConsolePage, 'section' | 'title' | 'heading' | 'back'>;

function frameQuote({ t, quote }: EditorData, base: string): Frame {
  return {
    section: 'quotes',
    title: quote ? fill(t.editTitle, { number: quote.number }) : t.newTitle,
    ...(quote && {
      heading: fillMarkup(t.editTitle, { number: html`<bdi class="number">${quote.number}</bdi>` }),
    }),
    back: quote
      ? { href: `${base}/quotes/${quote.id}`, text: quote.number }
      : { href: `${base}/quotes`, text: t.backToQuotes },
  };
}

function frameTemplate({ t, quote }: EditorData, base: string): Frame {
  return {
    section: 'templates',
    title: quote ? t.editTemplate : t.newTemplate,
    back: quote
      ? { href: `${base}/templates/${quote.id}`, text: quote.number }
      : { href: `${base}/templates`, text: t.backToTemplates },
  };
}

/** Links that fill a new quote from a template and keep the customer. */
function renderTemplates({ t, draft }: EditorData, templates: EditorFrame['templates'], base: string): Html {
  const customer = draft.customerId && `&customer=${encodeURIComponent(draft.customerId)}`;
  return html`<nav class="start-from" id="start-from" aria-labelledby="start-from-title"><h2 id="start-from-title">${t.startFrom}</h2><ul>
${templates.map(({ id, name }) => html`<li><a class="button quiet" href="${base}/quotes/new?template=${id}${customer}"><bdi>${name}</bdi></a></li>\n`)}<li><a href="${base}/templates">${t.allTemplates}</a></li>
</ul></nav>
`;
}

/**
 * The notes are outside of the editor, whose script fetches them again: that about electronic invoices for another
 * customer, that about approval for what was saved.
 */
function renderEditor(
  data: EditorData,
  { electronic, approval }: Pick<EditorFrame, 'electronic' | 'approval'>,
): Html {
  return html`${approval !== undefined && html`<div id="approval-note" aria-live="polite">${approval}</div>`}<div id="electronic-note" aria-live="polite" data-customer="${data.draft.customerId}">${electronic}</div>
<div id="editor" class="editor" data-editor="${JSON.stringify(data)}">
<noscript><p class="notice bad">${data.t.needsScript}</p></noscript>
</div>
<a id="editor-more" href="${assetPath('editor-more.js')}" hidden></a>`;
}
