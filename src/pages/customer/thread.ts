import { type Html, html } from '../../domain/markup/html.ts';
import type { Message } from '../../domain/quote/message.ts';
import { icon } from '../icons.ts';
import { replaceSelection } from './quote/selection-query.ts';
import { moment, type QuotePage } from './quote/view.ts';

/** The messages, oldest first; earlier ones are on other pages. */
export function renderThread(page: QuotePage): Html {
  const { t, base, thread, selection = '' } = page;
  const way = (query: string, label: string) => {
    const search = replaceSelection(query, selection);
    return html`<p><a href="${base}${search && `?${search}`}#messages" data-keeps-selection>${label}</a></p>`;
  };
  const [first] = thread.messages;
  return html`${thread.hasEarlier && first && way(`before=${first.id}`, t.earlierMessages)}
<ol class="thread">
${thread.messages.map((message) => renderMessage(page, message))}</ol>
${!thread.isLatest && way('', t.latestMessages)}`;
}

function renderMessage(page: QuotePage, message: Message): Html {
  const { from, author, text, createdAt, readAt } = message;
  const isRead = from === 'customer' && readAt !== null;
  return html`<li class="said ${from}">
<p class="byline"><strong><bdi>${author}</bdi></strong> <span class="muted small">${moment(page, createdAt)}${isRead && html` · ${page.t.messageRead}`}</span></p>
${text === '' ? html`<p class="muted">${page.t.emailNoText}</p>` : html`<p class="prose" dir="auto">${text}</p>`}
${renderMailedParts(page, message)}</li>
`;
}

/** What the text of an email does not say. Only the business can open its files. */
function renderMailedParts({ t }: QuotePage, { isCut, attachments }: Message): Html {
  const names = attachments.map(({ name }, index) => html`${index > 0 && ', '}<bdi>${name}</bdi>`);
  return html`${isCut && html`<p class="muted small">${t.emailCut}</p>\n`}${names.length > 0 && html`<p class="small">${icon('file')} <span class="muted">${t.attachments}</span> ${names}</p>\n`}`;
}
