import { type Html, type HtmlValue, html } from '../../domain/markup/html.ts';
import type { HistoryEvent } from '../../domain/quote/history.ts';
import { pickPlural } from '../../i18n/console/plural.ts';
import { fill as fillText } from '../../i18n/fill.ts';
import { formatQuantity } from '../../i18n/format.ts';
import { fill } from '../shell.ts';
import { renderNotDelivered } from './not-delivered.ts';
import { type QuoteViewer, renderList } from './quote-viewer.ts';

/** Renders an event as a sentence. `customer` is the name of the customer, who may have written by email. */
export function renderEventSentence(
  viewer: QuoteViewer,
  event: HistoryEvent,
  customer: string,
  isMailed = false,
): Html {
  return html`${renderSentence(viewer, event, customer, isMailed)}${renderCaptured(viewer, event)}`;
}

function renderSentence(viewer: QuoteViewer, event: HistoryEvent, customer: string, isMailed: boolean): Html {
  const { history } = viewer.t;
  const who = named(getActorName(viewer, event, customer));
  const to = named(getText(event, 'to'));
  const number = named(getText(event, 'invoiceNumber'));
  const from = named(getText(event, 'from'));
  switch (event.type) {
    case 'updated':
      return renderUpdate(viewer, event, who);
    case 'sent':
      return html`${fill(history.sent, { who, to })}${renderCopies(viewer, event)}`;
    case 'accepted':
    case 'declined':
      return renderDecision(viewer, event, who);
    case 'question':
      // Only an email has a sender who is not the customer.
      return getText(event, 'from') === ''
        ? fill(history[isMailed ? 'wroteByEmail' : 'wrote'], { who })
        : fill(history.otherWrote, { from });
    case 'message_sent':
      return fill(history.wrote, { who });
    case 'auto_replied':
      return fill(history.auto_replied, { from });
    case 'reminded':
      return fill(event.actor.type === 'system' ? history.remindedAlone : history.reminded, { who, to });
    case 'invoiced':
    case 'period_invoiced':
    case 'converted':
      return fill(history[event.type], { who, number });
    default:
      // A newer version on the same database can write unknown event types.
      return fill(history[event.type] ?? history.unknown, { who, to, type: named(event.type) });
  }
}

/** Says that the email of an event was not delivered. */
export function renderCaptured(viewer: QuoteViewer, { data }: { data: object }): Html | false {
  return 'captured' in data && data.captured === true && html` ${renderNotDelivered(viewer)}`;
}

function renderUpdate(viewer: QuoteViewer, { data }: HistoryEvent, who: Html): Html {
  const { t, locale } = viewer;
  const words: Record<string, string> = t.history.fields;
  const lines = Array.isArray(data.itemIds) ? data.itemIds.length : 0;
  const names = (Array.isArray(data.fields) ? data.fields : []).map((field) => {
    if (field === 'items' && lines > 0) {
      return fillText(pickPlural(t.history.changedLines, lines, locale), {
        n: formatQuantity(lines, locale),
      });
    }
    const name = String(field).startsWith('discount') ? 'discount' : String(field);
    return words[name] ?? t.history.fields.anything;
  });
  const fields = renderList(viewer, [...new Set(names)]);
  const revision = Number(data.revision);
  const isRevised = revision > 1;
  return html`${fill(t.history.updated, { who, fields })}${isRevised && html` ${fill(t.history.updatedRevision, { n: formatQuantity(revision, locale) })}`}`;
}

/** The person who recorded a decision for the customer is not the one who decided. */
function renderDecision({ t: { history } }: QuoteViewer, event: HistoryEvent, who: Html): Html {
  const isCustomer = event.actor.type === 'customer';
  const key = event.type === 'accepted' ? 'accepted' : 'declined';
  return fill(history[isCustomer ? key : (`${key}For` as const)], { who });
}

function renderCopies(viewer: QuoteViewer, { data }: HistoryEvent): HtmlValue {
  const copies = (Array.isArray(data.cc) ? data.cc : []).map(String);
  if (copies.length === 0) return false;
  return html` ${fill(viewer.t.history.sentCopy, { cc: renderList(viewer, copies) })}`;
}

function getActorName({ t }: QuoteViewer, { actor, type, data }: HistoryEvent, customer: string): string {
  if (actor.type === 'user' || actor.type === 'key') return actor.name;
  if (actor.type === 'system') return t.history.system;
  const isNamed = type === 'accepted' || type === 'signed';
  return (isNamed && getText({ data }, 'name')) || customer;
}

/** Reads a string from the data of an event. */
export function getText({ data }: Pick<HistoryEvent, 'data'>, name: string): string {
  const text = data[name];
  return typeof text === 'string' ? text : '';
}

function named(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}
