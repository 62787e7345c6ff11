import { type Html, html } from '../../../../domain/markup/html.ts';
import { type FormState, renderField } from '../../forms/field.ts';
import { renderForm } from '../../forms/form.ts';
import type { ConsolePage } from '../../shell.ts';
import { renderFacts, type Viewer } from '../../viewer.ts';
import { buildSettingsPage } from '../settings-page.ts';
import { type MailAccountView, renderMailAccount } from './mail-account.ts';

export interface MailSettings {
  /** Host and port; `null` if emails are captured. */
  server: string | null;
  isTestAccount: boolean;
  from: string;
  /** The mail account; test accounts have none. */
  own: MailAccountView | undefined;
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

function renderMailSettings(
  viewer: Viewer,
  { server, isTestAccount, from, own }: MailSettings,
  {
    state,
    seen,
    test,
  }: { state: FormState; seen: Parameters<typeof renderForm>[0]['seen']; test: FormState },
): Html {
  const { t, base } = viewer;
  const words = t.settings.mail;
  const captures = isTestAccount ? words.capturedTest : server === null ? words.captured : null;
  const path = `${base}/settings/mail`;
  const replyTo = {
    name: 'replyTo',
    label: words.replyTo,
    kind: 'email',
    hint: own?.connected.imap ? words.replyToMailbox : words.replyToHint,
  } as const;
  const to = { name: 'testTo', label: words.testTo, kind: 'email', required: true } as const;
  const hasOwn = own !== undefined && own.connected.kind !== null;
  return html`${
    !hasOwn &&
    html`<section class="panel">${renderFacts([
      [words.server, captures ?? html`<bdi>${server}</bdi>`],
      [words.from, html`<bdi>${from}</bdi>`],
    ])}
${captures && html`<p><a href="${base}/mailbox">${words.toMailbox}</a></p>`}</section>`
  }
${own && renderMailAccount(viewer, own)}
${renderForm({ action: path, seen, fields: renderField(replyTo, state, t), submit: words.save, cancel: path, discard: state.theirs && path }, t)}
<section class="part" aria-labelledby="test"><h2 id="test">${words.test}</h2><p class="muted">${words.testText}</p>
<form class="form" method="post" action="${path}/test" novalidate>${renderField(to, test, t)}
<div class="actions"><button class="button quiet" type="submit">${words.testButton}</button></div></form></section>`;
}
