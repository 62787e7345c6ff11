import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { fill } from '../../shell.ts';
import type { ConsolePage } from '../shell.ts';
import type { FormState, Values } from './field.ts';

interface FormParts {
  action: string;
  /** The stored version and values, to detect concurrent changes when the form is submitted. */
  seen?: { version: number; values: Values } | undefined;
  fields: HtmlValue;
  submit: string;
  cancel: string;
  takesFiles?: boolean;
  /** Beside the button that saves. */
  moreButtons?: HtmlValue;
  /** Keeps the buttons in view while the form is longer than the window. */
  isSticky?: boolean;
  /** For buttons elsewhere on the page. */
  id?: string;
  /** URL that shows the values that someone else has saved. */
  discard?: string | undefined;
}

/** Renders a form with the version and values that the person has seen. */
export function renderForm(parts: FormParts, t: ConsoleTexts): Html {
  const { action, seen, fields, submit, cancel, takesFiles, moreButtons, isSticky, id, discard } = parts;
  return html`<form class="form${isSticky && ' sticky'}"${id && html` id="${id}"`} method="post" action="${action}"${takesFiles && html` enctype="multipart/form-data"`} novalidate>
${seen && html`<input type="hidden" name="version" value="${seen.version}"><input type="hidden" name="was" value="${JSON.stringify(seen.values)}">`}
${fields}
<div class="actions"><button class="button" type="submit">${submit}</button>${moreButtons}<a class="button quiet" href="${discard ?? cancel}">${discard ? t.forms.discard : t.forms.cancel}</a></div>
</form>`;
}

/** Notice above a form that is shown again. */
export function renderFormNotice(
  { errors, theirs }: FormState,
  { t, locale }: { t: ConsoleTexts; locale: Locale },
): ConsolePage['notice'] {
  if (theirs) return { tone: 'bad', text: t.forms.conflict };
  const n = Object.keys(errors).length;
  if (n === 0) return undefined;
  return { tone: 'bad', text: fill(pickPlural(t.forms.notSaved, n, locale), { n }) };
}

interface Deletion {
  action: string;
  version: number;
  button: string;
  text: HtmlValue;
}

/** Confirms a deletion in two steps and says what is lost. */
export function renderDeletion({ action, version, button, text }: Deletion): Html {
  return html`<details class="danger"><summary>${button} …</summary>
<form method="post" action="${action}"><p>${text}</p>
<input type="hidden" name="version" value="${version}">
<button class="button bad sure" type="submit">${button}</button></form></details>`;
}
