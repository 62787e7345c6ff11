import { fill } from '../../../i18n/fill.ts';
import { type Html, html } from '../../../markup/html.ts';
import { assetPath } from '../../assets.ts';
import type { ConsolePage } from '../shell.ts';
import type { EditorData } from './editor-data.ts';
import { type PlainView, renderPlainForm } from './plain-form.ts';

/** The editor page: a plain form that a script replaces if scripts are enabled. */
export function editorPage(data: EditorData, plain: PlainView, { base }: { base: string }): ConsolePage {
  const { say, quote } = data;
  return {
    section: 'quotes',
    title: quote ? fill(say.editTitle, { number: quote.number }) : say.newTitle,
    back: quote
      ? { href: `${base}/quotes/${quote.id}`, text: quote.number }
      : { href: `${base}/quotes`, text: say.backToQuotes },
    wide: true,
    styles: ['editor.css'],
    scripts: ['editor.js'],
    body: renderEditor(data, plain),
  };
}

function renderEditor(data: EditorData, plain: PlainView): Html {
  return html`<div id="editor" class="editor" data-editor="${JSON.stringify(data)}">
${renderPlainForm(plain)}
</div>
<a id="editor-more" href="${assetPath('editor-more.js')}" hidden></a>`;
}
