import { type Html, type HtmlValue, html } from '../domain/markup/html.ts';
import { fillParts } from '../i18n/fill.ts';
import type { Locale } from '../i18n/locale.ts';

export interface DocumentParts {
  locale: Pick<Locale, 'tag' | 'direction'>;
  title: string;
  /** Paths of our own style sheets and scripts; pages have none inline. */
  styles: string[];
  scripts?: string[];
  bodyClass?: string;
  /** Path of the icon; by default a sheet of paper, because a page for customers belongs to the business. */
  icon?: string;
  body: Html;
}

/** Our mark, on the pages that are ours. */
export const MARK_PATH = '/docs/mark.svg';

/** Our mark next to our name, which says the same. */
export const MARK = html`<img class="mark" src="${MARK_PATH}" alt="">`;

/** Inline, so that browsers do not request a missing favicon. */
const SHEET = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="2" y="1" width="12" height="14" rx="2" fill="#64748b"/><path d="M5 5h6M5 8h6M5 11h3" stroke="#fff" stroke-width="1.4" stroke-linecap="round"/></svg>')}`;

export function renderDocument({
  locale,
  title,
  styles,
  scripts = [],
  bodyClass,
  icon = SHEET,
  body,
}: DocumentParts): string {
  return html`<!DOCTYPE html>
<html lang="${locale.tag}" dir="${locale.direction}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<link rel="icon" href="${icon}">
${styles.map((path) => html`<link rel="stylesheet" href="${path}">\n`)}${scripts.map((path) => html`<script src="${path}" defer></script>\n`)}</head>
<body${bodyClass ? html` class="${bodyClass}"` : null}>
${body}
</body>
</html>
`.toString();
}

/** Fills the `{placeholders}` of a message with text or markup. */
export function fill(message: string, places: Record<string, HtmlValue>): Html {
  const toText = (value: HtmlValue) => html`${value}`.toString().replace(/(<\/\w+>)+$/, '');
  return html`${fillParts(message, (name) => places[name], toText)}`;
}
