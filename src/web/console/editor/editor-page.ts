import { fill } from '../../../i18n/fill.ts';
import { type Html, type HtmlValue, html } from '../../../markup/html.ts';
import { assetPath } from '../../assets.ts';
import type { ConsolePage } from '../shell.ts';
import type { EditorData } from './editor-data.ts';
import { renderPlainForm } from './plain-form.ts';
import type { PlainView } from './plain-view.ts';

/** The editor page: a plain form that a script replaces if scripts are enabled. */
export function buildEditorPage(
  data: EditorData,
  plain: PlainView,
  { base, electronic }: { base: string; electronic: HtmlValue },
): ConsolePage {
  const { t, quote } = data;
  return {
    section: 'quotes',
    title: quote ? fill(t.editTitle, { number: quote.number }) : t.newTitle,
    back: quote
      ? { href: `${base}/quotes/${quote.id}`, text: quote.number }
      : { href: `${base}/quotes`, text: t.backToQuotes },
    wide: true,
    styles: ['editor.css'],
    scripts: ['editor.js'],
    body: renderEditor(data, plain, electronic),
  };
}

/** The note about electronic invoices is outside of the editor, whose script fetches it again for another customer. */
function renderEditor(data: EditorData, plain: PlainView, electronic: HtmlValue): Html {
  return html`<div id="electronic-note" aria-live="polite" data-customer="${data.draft.customerId}">${electronic}</div>
<div id="editor" class="editor" data-editor="${JSON.stringify(data)}">
${renderPlainForm(plain)}
</div>
<a id="editor-more" href="${assetPath('editor-more.js')}" hidden></a>`;
}
