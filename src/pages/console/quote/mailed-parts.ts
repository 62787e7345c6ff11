import { type Html, html } from '../../../domain/markup/html.ts';
import type { Message } from '../../../domain/quote/message.ts';
import { formatBytes } from '../../../i18n/format.ts';
import type { QuoteView } from './quote-view.ts';

/**
 * What only an email has: whether its sender was checked, its files, and the text that it quotes. Readers see no emails,
 * so they get the names of the files only.
 */
export function renderMailedParts(view: QuoteView, message: Message): Html {
  const { t, canWrite } = view;
  const { verified, isCut, quotedText, text } = message;
  const check = verified === null ? false : verified ? t.quote.verified : t.quote.unverified;
  return html`${message.via === 'email' && text === '' && html`<p class="muted">${t.quote.noText}</p>`}${isCut && html`<p class="muted small">${t.quote.isCut}</p>`}
${renderFiles(view, message)}
${canWrite && quotedText && html`<details class="quoted"><summary class="small">${t.quote.quotedText}</summary><p class="prose muted" dir="auto">${quotedText}</p></details>`}
${check && html`<p class="small ${verified ? 'muted' : 'urgent'}">${check}</p>`}`;
}

function renderFiles(
  { t, base, quote, locale, canWrite }: QuoteView,
  { id, attachments }: Message,
): Html | false {
  if (attachments.length === 0) return false;
  const path = `${base}/quotes/${quote.id}/messages/${id}/attachments`;
  return html`<p class="small">${t.quote.mailFiles}</p>
<ul class="mail-files">${attachments.map(
    ({ index, name, size }) =>
      html`<li>${canWrite ? html`<a href="${path}/${index}" download><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`} <span class="muted small">${formatBytes(size, locale)}</span></li>\n`,
  )}</ul>`;
}
