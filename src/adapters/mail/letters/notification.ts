import type { FeedEvent } from '../../../domain/events/feed-event.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Message } from '../../../domain/quote/message.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { type EventData, getActorName, pickEventSentence } from '../../../i18n/console/event-sentence.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { type ConsoleTexts, findConsoleTexts } from '../../../i18n/console.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatDateTime, formatMoney, formatQuantity } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import type { MailContent } from '../mail-content.ts';
import { renderNotice } from './to-user.ts';

interface Notified {
  business: string;
  timeZone: string;
  /** In the order in which they happened; at least one. */
  events: readonly FeedEvent[];
  /** Whether there are more events than the email has. */
  hasMore: boolean;
  /** URLs of a document and of the account in the console; `null` if there is none. */
  buildUrl(documentId: string): string | null;
  homeUrl: string | null;
}

/** Reports events of an account to one of its people: one event in detail, or a list of several. */
export function renderNotificationEmail(notified: Notified, preferred: Locale): MailContent {
  const texts = findConsoleTexts(preferred);
  const [first, ...others] = notified.events;
  if (first && others.length === 0 && !notified.hasMore) return renderEvent(notified, first, texts);
  const { locale, t } = texts;
  const { business, events, hasMore, timeZone, homeUrl } = notified;
  const words = t.notifications;
  const n = events.length;
  const number = `${formatQuantity(n, locale)}${hasMore ? '+' : ''}`;
  const subject = fill(pickPlural(words.mailMany, n, locale), { n: number, business });
  return renderNotice({
    locale,
    heading: subject,
    preview: describe(events[0] as FeedEvent, t),
    kicker: business,
    prose: hasMore ? [words.mailMore] : [],
    facts: events.map((event) => ({
      label: formatDateTime(event.timestamp, locale, timeZone),
      value: [describe(event, t), (event.data as EventData).quote?.title].filter(Boolean).join(' – '),
    })),
    ...(homeUrl !== null && { button: { label: words.mailOpenAll, url: homeUrl } }),
    notes: [fill(words.mailNote, { business })],
  });
}

function renderEvent(
  { business, buildUrl }: Notified,
  event: FeedEvent,
  { locale, t }: { locale: Locale; t: ConsoleTexts },
): MailContent {
  const words = t.notifications;
  const { quote, invoice, text } = event.data as { quote?: Quote; invoice?: Invoice; text?: string | null };
  const document = invoice ?? quote;
  const url = document ? buildUrl(document.id) : null;
  const heading = describe(event, t);
  return renderNotice({
    locale,
    heading,
    kicker: business,
    prose: [],
    quotation: findQuotation(event) ?? (event.type === 'quote.declined' ? quote?.declineReason : text),
    facts: document
      ? [
          { label: document.number, value: document.title },
          {
            label: words.mailTotal,
            value: formatMoney(document.total, document.currency, locale),
            look: 'strong',
          },
        ]
      : [],
    ...(url !== null && { button: { label: words.mailOpen, url } }),
    notes: [fill(words.mailNote, { business })],
  });
}

/** The text of the customer. What somebody else wrote, or in the name of the customer, is read in the console, with a warning. */
function findQuotation({ data }: FeedEvent): string | undefined {
  const { message } = data as { message?: Message };
  return message?.from === 'customer' && message.verified !== false ? message.text : undefined;
}

function describe(event: FeedEvent, t: ConsoleTexts): string {
  const { quote, invoice, to }: EventData = event.data;
  return fill(pickEventSentence(t, event), {
    ...{ who: getActorName(t, event), to: to ?? '', type: event.type },
    ...{ quote: quote?.number ?? '', invoice: invoice?.number ?? '' },
  });
}
