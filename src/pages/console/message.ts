import { type Html, html } from '../../domain/markup/html.ts';
import type { ConsoleTexts } from '../../i18n/console.ts';
import type { Locale } from '../../i18n/locale.ts';
import { assetPath } from '../assets.ts';
import { MARK_PATH, renderDocument } from '../shell.ts';
import { documentLocale } from './shell.ts';

export type ConsoleMessage = 'notFound' | 'forbidden' | 'forged' | 'failed' | 'closed';

/** Renders a page with only a message, such as an error. */
export function renderConsoleMessage(
  { locale, t }: { locale: Locale; t: ConsoleTexts },
  message: ConsoleMessage,
  text = t.shell[`${message}Text`],
): string {
  const title = t.shell[`${message}Title`];
  return renderMessage(
    locale,
    title,
    html`<p>${text}</p>
<p><a class="button" href="/">${t.shell.backHome}</a></p>`,
  );
}

/** A form that was submitted when the person had to sign in first. */
export interface SubmittedForm {
  action: string;
  fields: Iterable<[name: string, value: string]>;
  isMultipart: boolean;
  /** Whether a file was chosen, which browsers do not keep. */
  hadFile: boolean;
  /** Whether a password or key was typed, which no page contains. */
  hadSecret: boolean;
  /** Whether the person is signed in, but not recently enough. */
  isAgain: boolean;
}

/**
 * Renders the page for a form that was submitted after the session had ended. It holds everything that was typed and
 * submits it again after the user has signed in in another tab.
 */
export function renderSignedOutForm(
  { locale, t: { shell } }: { locale: Locale; t: ConsoleTexts },
  { action, fields, isAgain, hadFile, hadSecret, isMultipart }: SubmittedForm,
): string {
  // A text area keeps line breaks exactly; a hidden input may not.
  const inputs = Array.from(
    fields,
    ([name, value]) => html`<textarea name="${name}" hidden>\n${value}</textarea>`,
  );
  return renderMessage(
    locale,
    isAgain ? shell.againTitle : shell.signedOutTitle,
    html`<p>${isAgain ? shell.againText : shell.signedOutText} ${hadFile && shell.againFiles} ${hadSecret && shell.againSecrets}</p>
<p><a class="button primary" href="/sign-in${isAgain && '?again=1'}" target="_blank">${shell.signedOutSignIn}</a></p>
<form method="post" action="${action}"${isMultipart && html` enctype="multipart/form-data"`}>${inputs}<button class="button quiet" type="submit">${shell.signedOutSubmit}</button></form>`,
  );
}

function renderMessage(locale: Locale, title: string, content: Html): string {
  return renderDocument({
    locale: documentLocale(locale),
    title,
    icon: MARK_PATH,
    styles: [assetPath('page.css'), assetPath('console.css')],
    body: html`<main class="message"><h1>${title}</h1>${content}</main>`,
  });
}
