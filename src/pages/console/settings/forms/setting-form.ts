import { type Html, html } from '../../../../domain/markup/html.ts';
import type { ConsoleTexts } from '../../../../i18n/console.ts';
import type { PageContext } from '../../console-route.ts';
import { type Field, type FormState, renderField, type Values } from '../../forms/field.ts';
import { renderForm } from '../../forms/form.ts';
import type { ConsolePage } from '../../shell.ts';
import { buildSettingsPage } from '../settings-page.ts';
import type { FormPage } from './account-form.ts';
import { PREVIEWED_FORM, renderPreview } from './document-preview.ts';

/** What renders itself: a field of a special kind, or several that belong together. The name leads to the first one. */
interface Custom extends Pick<Field, 'name' | 'label' | 'hint'> {
  render(): Html;
}

export type Part = Field | Custom;

interface Group {
  legend?: string;
  /** Two parts in a row share a line where there is room. */
  rows: readonly (Part | readonly Part[] | false)[];
}

/** A page of settings. The fields are declared here only: the form, the search and links to a field follow. */
export interface SettingForm {
  path: FormPage;
  getWords(t: ConsoleTexts): { title: string; intro: string; save: string };
  listGroups(context: PageContext, state: FormState): readonly Group[];
  /** Shows the customer page with the values of the form next to it. */
  hasPreview?: true;
}

export function listParts(form: SettingForm, context: PageContext, state: FormState): Part[] {
  return form.listGroups(context, state).flatMap(({ rows }) => rows.flatMap((row) => row || []));
}

export function buildFormPage(
  form: SettingForm,
  context: PageContext,
  state: FormState,
  seen: { version: number; values: Values } | undefined,
  notice: ConsolePage['notice'],
): ConsolePage {
  const { base, t } = context;
  const { title, intro, save } = form.getWords(t);
  const path = `${base}/settings/${form.path}`;
  const rendered = renderForm(
    {
      action: path,
      seen,
      fields: renderGroups(form, context, state),
      submit: save,
      cancel: path,
      discard: state.theirs && path,
      isSticky: true,
      ...(form.hasPreview && { takesFiles: true, id: PREVIEWED_FORM }),
    },
    t,
  );
  return buildSettingsPage(context, {
    ...{ path: form.path, title, intro, notice },
    ...(form.hasPreview && { wide: true, scripts: ['live-preview.js'] }),
    body: form.hasPreview
      ? html`<div class="with-preview">${rendered}${renderPreview(context)}</div>`
      : rendered,
  });
}

function renderGroups(form: SettingForm, context: PageContext, state: FormState): Html {
  const render = (part: Part) => ('render' in part ? part.render() : renderField(part, state, context.t));
  return html`${form.listGroups(context, state).map(({ legend, rows }) => {
    const fields = rows.map((row) =>
      Array.isArray(row)
        ? html`<div class="pair">${row.map(render)}</div>\n`
        : row && html`${render(row as Part)}\n`,
    );
    return legend ? html`<fieldset class="rows"><legend>${legend}</legend>${fields}</fieldset>\n` : fields;
  })}`;
}
