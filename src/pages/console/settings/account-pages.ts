import { html } from '../../../domain/markup/html.ts';
import type { FormState, Values } from '../forms/field.ts';
import { renderForm } from '../forms/form.ts';
import type { Reader } from '../reader.ts';
import type { ConsolePage } from '../shell.ts';
import { renderBusinessFields } from './business.ts';
import { type Logo, renderDocumentFields, renderPreview, renderPreviewButtons } from './document.ts';
import { type MailSettings, renderMailSettings } from './mail/mail.ts';
import { buildSettingsPage } from './settings-page.ts';

type Seen = { version: number; values: Values } | undefined;

export function buildBusinessPage(
  reader: Reader,
  state: FormState,
  seen: Seen,
  notice: ConsolePage['notice'],
): ConsolePage {
  const { base, t } = reader;
  const { title, intro, save } = t.settings.business;
  const path = `${base}/settings/business`;
  const form = {
    action: path,
    seen,
    fields: renderBusinessFields(reader, state),
    submit: save,
    cancel: path,
    discard: state.theirs && path,
  };
  return buildSettingsPage(reader, { path: 'business', title, intro, notice, body: renderForm(form, t) });
}

export function buildDocumentPage(
  reader: Reader,
  state: FormState,
  seen: Seen,
  notice: ConsolePage['notice'],
  logo: Logo,
): ConsolePage {
  const { base, t } = reader;
  const { title, intro, save } = t.settings.document;
  const path = `${base}/settings/document`;
  const form = {
    action: path,
    seen,
    fields: renderDocumentFields(reader, state, logo),
    submit: save,
    moreButtons: renderPreviewButtons(reader),
    cancel: path,
    discard: state.theirs && path,
    takesFiles: true,
  };
  return buildSettingsPage(reader, {
    path: 'document',
    title,
    intro,
    notice,
    wide: true,
    scripts: ['live-preview.js'],
    body: html`<div class="with-preview">${renderForm(form, t)}${renderPreview(reader)}</div>`,
  });
}

export function buildMailPage(
  reader: Reader,
  settings: MailSettings,
  forms: Parameters<typeof renderMailSettings>[2],
  notice: ConsolePage['notice'],
): ConsolePage {
  const { title, intro } = reader.t.settings.mail;
  const body = renderMailSettings(reader, settings, forms);
  return buildSettingsPage(reader, { path: 'mail', title, intro, notice, body });
}
