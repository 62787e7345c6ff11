import type { Message } from '../../domain/quote/message.ts';
import { type Html, html } from '../../markup/html.ts';
import { moment, type QuotePage } from './view.ts';

/** What was written, oldest first; what is further back is a page away. */
export function renderThread(page: QuotePage): Html {
  const { say, base, thread } = page;
  const [first] = thread.messages;
  return html`${thread.hasEarlier && first && renderWay(`${base}?before=${first.id}#messages`, say.earlierMessages)}
<ol class="thread">
${thread.messages.map((message) => renderMessage(page, message))}</ol>
${!thread.isLatest && renderWay(`${base}#messages`, say.latestMessages)}`;
}

function renderWay(href: string, label: string): Html {
  return html`<p><a href="${href}">${label}</a></p>`;
}

function renderMessage(page: QuotePage, { from, author, text, createdAt, readAt }: Message): Html {
  const isRead = from === 'customer' && readAt !== null;
  return html`<li class="said ${from}">
<p class="byline"><strong><bdi>${author}</bdi></strong> <span class="muted small">${moment(page, createdAt)}${isRead && html` · ${page.say.messageRead}`}</span></p>
<p class="prose" dir="auto">${text}</p>
</li>
`;
}
