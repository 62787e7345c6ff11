import type { ConsoleTexts } from '../../i18n/console.ts';
import type { Locale } from '../../i18n/locale.ts';
import { html } from '../../markup/html.ts';
import { assetPath } from '../assets.ts';
import { renderDocument } from '../shell.ts';
import { documentLocale } from './shell.ts';

export type ConsoleMessage = 'notFound' | 'forbidden' | 'forged' | 'failed';

/** Renders a page with only a message, such as an error. */
export function renderConsoleMessage(
  { locale, t }: { locale: Locale; t: ConsoleTexts },
  message: ConsoleMessage,
): string {
  const title = t.shell[`${message}Title`];
  return renderDocument({
    locale: documentLocale(locale),
    title,
    styles: [assetPath('page.css'), assetPath('console.css')],
    body: html`<main class="message"><h1>${title}</h1><p>${t.shell[`${message}Text`]}</p>
<p><a class="button" href="/">${t.shell.backHome}</a></p></main>`,
  });
}
