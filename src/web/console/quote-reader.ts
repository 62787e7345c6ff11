import { madeOnce } from '../../domain/bounded-memory.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { formatWhen } from '../../i18n/relative-time.ts';
import { type Html, type HtmlValue, html } from '../../markup/html.ts';
import type { Reader } from './reader.ts';

/** For whom a page about quotes is made, and when. */
export interface QuoteReader extends Reader {
  now: number;
  /** Whether they may change anything, and see what opens the customer's page. */
  canWrite: boolean;
}

/** As people say it; the exact time on hover, and for screen readers. */
export function renderWhen(reader: QuoteReader, iso: string): Html {
  const { locale, account, now } = reader;
  const exact = exactTime(iso, locale, account.timeZone);
  const when = formatWhen(iso, { locale, timeZone: account.timeZone, now });
  if (exact.startsWith(when)) return html`<time datetime="${iso}" title="${exact}">${when}</time>`;
  return html`<time datetime="${iso}" title="${exact}">${when}<span class="visually-hidden"> (${exact})</span></time>`;
}

const known = new Map<string, string>();
const MAX_KNOWN = 5000;

/** Kept by the minute, which is all that it says: a list is looked at again and again, and half of its time went here. */
function exactTime(iso: string, locale: Locale, timeZone: string): string {
  const key = `${iso.slice(0, 16)} ${locale.tag} ${locale.calendar} ${timeZone}`;
  return madeOnce(known, MAX_KNOWN, key, () => formatDateTime(iso, locale, timeZone));
}

/** A list of texts as the language joins them. */
export function renderList({ locale }: Pick<QuoteReader, 'locale'>, texts: readonly string[]): Html {
  const parts = new Intl.ListFormat(locale.tag, { type: 'conjunction' }).formatToParts(texts);
  return html`${parts.map(({ type, value }) => (type === 'element' ? html`<bdi>${value}</bdi>` : value))}`;
}

/** What a person is told: text, or markup. */
export type Words = HtmlValue;

/** A name or an address of somebody in a sentence of ours, whatever its direction. */
export function named(text: string | null | undefined): Html {
  return html`<bdi>${text}</bdi>`;
}
