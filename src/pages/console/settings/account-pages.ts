import { html } from '../../../domain/markup/html.ts';
import type { FormState, Values } from '../forms/field.ts';
import { renderForm } from '../forms/form.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';
import { renderBusinessFields } from './business.ts';
import { type Logo, renderDocumentFields, renderPreview, renderPreviewButtons } from './document.ts';
import { type MailSettings, renderMailSettings } from './mail/mail.ts';
import { buildSettingsPage } from './settings-page.ts';

type Seen = { version: number; values: Values } | undefined;

export function buildBusinessPage(
  viewer: Viewer,
  state: FormState,
  seen: Seen,
  notice: ConsolePage['notice'],
): ConsolePage {
  const { base, t } = viewer;
  const { title, intro, save } = t.settings.business;
  const path = `${base}/settings/business`;
  const form = {
    action: path,
    seen,
    fields: renderBusinessFields(viewer, state),
    submit: save,
    cancel: path,
    discard: state.theirs && path,
  };
  return buildSettingsPage(viewer, { path: 'business', title, intro, notice, body: renderForm(form, t) });
}

export function buildDocumentPage(
  viewer: Viewer,
  state: FormState,
  seen: Seen,
  notice: ConsolePage['notice'],
  logo: Logo,
): ConsolePage {
  const { base, t } = viewer;
  const { title, intro, save } = t.settings.document;
  const path = `${base}/settings/document`;
  const form = {
    action: path,
    seen,
    fields: renderDocumentFields(viewer, state, logo),
    submit: save,
    moreButtons: renderPreviewButtons(viewer),
    cancel: path,
    discard: state.theirs && path,
    takesFiles: true,
  };
  return buildSettingsPage(viewer, {
    path: 'document',
    title,
    intro,
    notice,
    wide: true,
    scripts: ['live-preview.js'],
    body: html`<div class="with-preview">${renderForm(form, t)}${renderPreview(viewer)}</div>`,
  });
}

export function buildMailPage(
  viewer: Viewer,
  settings: MailSettings,
  forms: Parameters<typeof renderMailSettings>[2],
  notice: ConsolePage['notice'],
): ConsolePage {
  const { title, intro } = viewer.t.settings.mail;
  const body = renderMailSettings(viewer, settings, forms);
  return buildSettingsPage(viewer, { path: 'mail', title, intro, notice, body });
}
