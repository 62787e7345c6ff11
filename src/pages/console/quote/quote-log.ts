import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { findBounceReason } from '../../../domain/mail/bounce-reason.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import type { Message } from '../../../domain/quote/message.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { getText, renderEventSentence } from '../history.ts';
import { renderCaptures } from '../not-delivered.ts';
import { renderWhen } from '../quote-viewer.ts';
import { groupEvents } from './group-events.ts';
import { renderMailedParts } from './mailed-parts.ts';
import type { QuoteView } from './quote-view.ts';
import { renderSeen } from './steps/next-step.ts';

/** What the customer wrote and nobody has read, with the field to answer it, before all else. */
export function renderNewMessages(view: QuoteView): Html | false {
  const { base, quote, messages, isLatest } = view;
  if (!hasNewMessages(view) || !isLatest) return false;
  const path = `${base}/quotes/${quote.id}`;
  const unread = [...messages.values()].filter(({ from, readAt }) => from !== 'business' && readAt === null);
  return html`<section class="panel new-messages" aria-labelledby="new"><h2 id="new" class="visually-hidden">${view.t.quote.newMessages}</h2>
${renderUnread(view, path)}
${unread.reverse().map(
  (message) => html`<p class="prose" dir="auto">${message.text}</p>
<p class="muted small"><bdi>${message.author}</bdi> · ${renderWhen(view, message.createdAt)}</p>`,
)}
${renderReply(view, path)}</section>`;
}

function hasNewMessages(view: QuoteView): boolean {
  return view.unread > 0 && findLatest(view) !== undefined;
}

/** Events and messages, newest first, with a form for a new message. */
export function renderLog(view: QuoteView): Html {
  const { base, quote, t, events, hasEarlier, isLatest } = view;
  const path = `${base}/quotes/${quote.id}`;
  const last = events.at(-1);
  return html`<section class="log" aria-labelledby="history"><h2 id="history">${t.quote.history}</h2>
${isLatest && !hasNewMessages(view) && renderReply(view, path)}
${!isLatest && renderUnread(view, path)}
${!isLatest && html`<p><a href="${path}#history">${t.quote.latest}</a></p>`}
<ol class="events">
${groupEvents(events).map((event) => renderEvent(view, event))}</ol>
${hasEarlier && last && html`<p><a href="${path}?before=${last.id}#history">${t.quote.earlier}</a></p>`}
</section>`;
}

function renderReply(view: QuoteView, path: string): Html | false {
  const { quote, t, canWrite, recipient, reply } = view;
  const isSent = quote.sentAt !== null || recipient !== null;
  if (!canWrite || !isSent) return false;
  const hint = recipient
    ? renderCaptures(view) || fill(t.quote.replyTo, { to: html`<bdi>${recipient}</bdi>` })
    : html`${t.quote.replyNobody}`;
  const latest = findLatest(view);
  return html`<form class="reply" method="post" action="${path}/messages">${renderSeen(view)}${latest && html`<input type="hidden" name="upTo" value="${latest.id}">`}
<div class="field"><label for="text">${t.quote.reply}</label>
<p class="hint" id="text-hint">${hint}</p>
<textarea id="text" name="text" rows="3" maxlength="${MAX_LENGTH.message}" required dir="auto" aria-describedby="text-hint${reply && ' text-error'}"${reply && html` aria-invalid="true"`}>
${reply?.text}</textarea>
${reply && html`<p class="error" id="text-error">${icon('alert')} <span>${reply.error}</span></p>`}</div>
<button class="button quiet" type="submit">${t.quote.replyButton}</button></form>`;
}

/** The customer's latest message on this page, which an answer marks as read. */
function findLatest({ messages }: QuoteView): Message | undefined {
  return [...messages.values()].find(({ from }) => from !== 'business');
}

function renderUnread(view: QuoteView, path: string): Html | false {
  const { t, locale, unread, canWrite } = view;
  const latest = findLatest(view);
  if (unread === 0 || !latest) return false;
  const text = fill(pickPlural(t.quote.unread, unread, locale), { n: formatQuantity(unread, locale) });
  return html`<div class="unread"><p class="urgent">${text}</p>
${canWrite && html`<form method="post" action="${path}/messages/read">${renderSeen(view)}<input type="hidden" name="upTo" value="${latest.id}"><button class="button quiet" type="submit">${t.quote.markRead}</button></form>`}</div>`;
}

function renderEvent(view: QuoteView, event: HistoryEvent): Html {
  const said = renderWords(view, event);
  const message = view.messages.get(getText(event, 'messageId'));
  const isMailed = message?.via === 'email';
  const sentence = renderEventSentence(view, event, findAuthor(view, event), isMailed);
  return html`<li class="event${said && ' words'}"><p>${sentence}</p>${said}${message && isMailed && renderMailedParts(view, message)}
<p class="muted small">${renderWhen(view, event.at)}${message && renderRead(view, message)}</p></li>
`;
}

/** The author of a message: the customer by their name at that time, or the person. */
function findAuthor({ messages, customerName }: QuoteView, event: HistoryEvent): string {
  const message = messages.get(getText(event, 'messageId'));
  return message?.from === 'customer' ? message.author : customerName;
}

/** Text that a person wrote, such as a message or a reason. */
function renderWords(view: QuoteView, event: HistoryEvent): Html | false {
  switch (event.type) {
    case 'question':
    case 'message_sent':
    case 'change_requested':
    case 'change_declined':
    case 'renewal_requested':
      return words(getText(event, 'text'));
    case 'approval_requested':
    case 'approved':
    case 'rejected':
      return words(getText(event, 'note'));
    case 'declined':
      return words(getText(event, 'reason'));
    case 'send_failed':
      return html`<p class="failure">${renderSendFailure(view, event)}</p>`;
    case 'bounced':
      return html`<p class="failure">${renderBounce(view, event)}</p>`;
    default:
      return false;
  }
}

const OUTCOMES = ['refused', 'unavailable', 'timeout', 'unknown', 'sign_in_needed'] as const;

/** The outcome of an email, the response of the mail server, and what to do. */
export function renderSendFailure({ t }: Pick<QuoteView, 't'>, event: Pick<HistoryEvent, 'data'>): Html {
  const outcome = OUTCOMES.find((one) => one === getText(event, 'outcome')) ?? 'unavailable';
  const response = getText(event, 'response');
  const said = response !== '' && html`<br>${fill(t.send.said, { response: html`<bdi>${response}</bdi>` })}`;
  return html`${t.send[outcome]}${said}`;
}

/** Why an email came back, in words, and what the mail server said. */
export function renderBounce({ t }: Pick<QuoteView, 't'>, event: Pick<HistoryEvent, 'data'>): Html {
  const response = getText(event, 'response');
  const said = response !== '' && html`<br>${fill(t.send.said, { response: html`<bdi>${response}</bdi>` })}`;
  return html`${t.history.bounceReasons[findBounceReason(getText(event, 'status'), response)]}${said}`;
}

function words(text: string): Html | false {
  return text !== '' && html`<p class="prose" dir="auto">${text}</p>`;
}

function renderRead({ t }: QuoteView, message: Message): Html | false {
  if (message.from === 'business') return message.readAt !== null && html` · ${t.quote.wasRead}`;
  return message.readAt === null && html` · <span class="urgent">${t.quote.isNew}</span>`;
}
