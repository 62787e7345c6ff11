import { type Html, html } from '../domain/markup/html.ts';
import { type Locale, resolveLocale } from '../i18n/locale.ts';
import { PAGE } from '../i18n/messages.ts';
import { assetPath } from './assets.ts';
import { type IconName, icon } from './icons.ts';
import { renderDocument } from './shell.ts';

/** 404: the same for a wrong, revoked or expired link, so that it reveals nothing. */
export function renderNotFoundPage(acceptLanguage: string | undefined): string {
  const locale = pickLocale(acceptLanguage);
  const t = PAGE[locale.language];
  return renderMessage(locale, 'info', t.notFoundTitle, t.notFoundText);
}

/** Suggests to try again, for errors that may not occur again: 403, 429, 5xx. */
export function renderTryAgainPage(acceptLanguage: string | undefined): string {
  const locale = pickLocale(acceptLanguage);
  const t = PAGE[locale.language];
  return renderMessage(locale, 'clock', t.tryAgainTitle, t.tryAgainText);
}

/** Asks whether to end the reminders of a quote. The form posts to the URL of the page. */
export function renderStopRemindersPage(language: string): string {
  const locale = resolveLocale(language);
  const t = PAGE[locale.language];
  const form = html`<form method="post"><button class="button" type="submit">${t.stopReminders}</button></form>`;
  return renderMessage(locale, 'info', t.stopRemindersTitle, t.stopRemindersText, form);
}

export function renderRemindersStoppedPage(language: string): string {
  const locale = resolveLocale(language);
  const t = PAGE[locale.language];
  return renderMessage(locale, 'check', t.remindersStoppedTitle, t.remindersStoppedText);
}

/** Picks the best supported language of an `Accept-Language` header, else English. */
export function pickLocale(acceptLanguage: string | undefined): Locale {
  const ranges = (acceptLanguage ?? '').slice(0, 1000).split(',').map(parseLanguageRange);
  const ranked = ranges.filter((range) => range.weight > 0).sort((a, b) => b.weight - a.weight);
  return resolveLocale(...ranked.map((range) => range.tag));
}

/** Languages of one country, whose name without a region is enough to guess it. */
const AT_HOME = ['de', 'el', 'he', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'sv', 'th', 'tr', 'uk'];

/** Guesses the country of a person by the language that their browser prefers; empty if that says nothing. */
export function guessCountry(acceptLanguage: string | undefined): string {
  const tag = (acceptLanguage ?? '').slice(0, 1000).split(/[,;]/, 1)[0]?.trim() ?? '';
  try {
    const { language, region } = new Intl.Locale(tag);
    const likely = AT_HOME.includes(language) ? new Intl.Locale(language).maximize().region : undefined;
    const country = region ?? likely ?? '';
    return /^[A-Z]{2}$/.test(country) ? country : '';
  } catch {
    return '';
  }
}

function parseLanguageRange(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality ? Number(quality.slice(2)) : 1;
  return { tag, weight: Number.isFinite(weight) ? weight : 0 };
}

function renderMessage(locale: Locale, mark: IconName, title: string, text: string, form?: Html): string {
  return renderDocument({
    locale,
    title,
    styles: [assetPath('page.css')],
    body: html`<main class="message">
<span class="mark">${icon(mark)}</span>
<h1>${title}</h1>
<p>${text}</p>
${form}</main>`,
  });
}
