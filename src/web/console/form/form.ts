import { type ConsoleSayings, pluralOf } from '../../../i18n/console.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { type Html, type HtmlValue, html } from '../../../markup/html.ts';
import { fill } from '../../shell.ts';
import type { ConsolePage } from '../shell.ts';
import type { FormState, Values } from './field.ts';

interface FormParts {
  action: string;
  /** What is stored, where something is: who saves says by it what they have seen. */
  seen?: { version: number; values: Values } | undefined;
  fields: HtmlValue;
  submit: string;
  cancel: string;
  takesFiles?: boolean;
  /** Beside the buttons that every form has. */
  moreButtons?: HtmlValue;
  /** The way to what somebody else saved meanwhile. */
  discard?: string | undefined;
}

/** Saves with the version that the person saw, and what stood in the fields then. */
export function renderForm(parts: FormParts, say: ConsoleSayings): Html {
  const { action, seen, fields, submit, cancel, takesFiles, moreButtons, discard } = parts;
  return html`<form class="form" method="post" action="${action}"${takesFiles && html` enctype="multipart/form-data"`} novalidate>
${seen && html`<input type="hidden" name="version" value="${seen.version}"><input type="hidden" name="was" value="${JSON.stringify(seen.values)}">`}
${fields}
<div class="actions"><button class="button" type="submit">${submit}</button>${moreButtons}<a class="button quiet" href="${discard ?? cancel}">${discard ? say.forms.discard : say.forms.cancel}</a></div>
</form>`;
}

/** What a form that comes back says above it. */
export function formNotice(
  { errors, theirs }: FormState,
  { say, locale }: { say: ConsoleSayings; locale: Locale },
): ConsolePage['notice'] {
  if (theirs) return { tone: 'bad', text: say.forms.conflict };
  const n = Object.keys(errors).length;
  if (n === 0) return undefined;
  return { tone: 'bad', text: fill(pluralOf(say.forms.notSaved, n, locale), { n }) };
}

interface Deletion {
  action: string;
  version: number;
  button: string;
  text: HtmlValue;
}

/** A dangerous thing is done in two steps, and says what is lost. */
export function renderDeletion({ action, version, button, text }: Deletion): Html {
  return html`<details class="danger"><summary>${button} …</summary>
<form method="post" action="${action}"><p>${text}</p>
<input type="hidden" name="version" value="${version}">
<button class="button bad sure" type="submit">${button}</button></form></details>`;
}
