import type { ConnectedMail } from '../../../../domain/mail/connected-mail.ts';
import type { OAuthMailKind } from '../../../../domain/mail/mail-account.ts';
import { OAUTH_MAIL_NAMES } from '../../../../domain/mail/mail-oauth.ts';
import { areRepliesElsewhere } from '../../../../domain/mail/reply-address.ts';
import { type Html, type HtmlValue, html } from '../../../../domain/markup/html.ts';
import { pickPlural } from '../../../../i18n/console/plural.ts';
import { formatDateTime, formatNumber } from '../../../../i18n/format.ts';
import { formatWhen } from '../../../../i18n/relative-time.ts';
import { icon } from '../../../icons.ts';
import { fill } from '../../../shell.ts';
import { type Field, type FormState, renderField } from '../../forms/field.ts';
import { renderDateTime, renderFacts, type Viewer } from '../../viewer.ts';

export interface MailAccountView {
  connected: ConnectedMail;
  now: number;
  /** Providers at which the owner can sign in. */
  providers: readonly OAuthMailKind[];
  /** Whether passwords can be stored. */
  isConnectable: boolean;
  /** Address that an owner has named for replies. */
  replyTo: string | null;
  /** Address that the test email goes to. */
  testTo: string;
  /** Sender without a mail account; `null` if emails are captured then. */
  otherSender: string | null;
  smtp: FormState;
  /** Whether the form of the mail server was submitted and has errors. */
  isSmtpOpen: boolean;
}

/** The mail account: its state in words, and the ways to connect and disconnect it. */
export function renderMailAccount(viewer: Viewer, view: MailAccountView): Html {
  const { connected, isConnectable } = view;
  const words = viewer.t.mailAccount;
  return html`<section class="part" aria-labelledby="mail-account"><h2 id="mail-account">${words.title}</h2>
<p class="muted">${words.intro}</p>
${connected.kind === null ? html`<p>${words.none}</p>` : renderConnection(viewer, view)}
${isConnectable ? html`${renderProviders(viewer, view)}${renderSmtp(viewer, view)}` : html`<p>${words.secretNeeded}</p>`}</section>`;
}

/** A notice for pages of owners. */
export function renderSignInBanner({ base, t }: Viewer): Html {
  const { banner, bannerLink } = t.mailAccount;
  return html`${banner} <a href="${base}/settings/mail">${bannerLink}</a>`;
}

function renderConnection(viewer: Viewer, view: MailAccountView): Html {
  const { connected } = view;
  const words = viewer.t.mailAccount;
  const { host, port, user, connectedBy, connectedAt } = connected;
  const isWorking = connected.state === 'connected';
  const state = describeState(viewer, view);
  return html`<div class="panel">
${isWorking ? html`<p>${state}</p>` : html`<p class="error">${icon('alert')} <span>${state}</span></p>`}
${isWorking && renderReading(viewer, view)}
${connected.state === 'sign_in_needed' && html`<p>${fill(words.signInHint, { address: html`<bdi>${connected.from}</bdi>` })}</p>`}
${renderFacts([
  [words.server, html`<bdi>${host}:${port}</bdi>`],
  [words.user, html`<bdi>${user}</bdi>`],
  [words.replies, describeReplies(viewer, view)],
  [viewer.t.payments.since, connectedAt && renderDateTime(connectedAt, viewer)],
  [words.by, connectedBy && html`<bdi>${connectedBy}</bdi>`],
])}
${renderDisconnect(viewer, view)}</div>`;
}

/** Whether replies are read, and how many could not be. */
function renderReading(viewer: Viewer, { connected: { imap }, now }: MailAccountView): Html | false {
  if (!imap) return false;
  const { t, locale } = viewer;
  const words = t.mailAccount;
  const { lastCheckedAt, lastError, failingSince, skipped, lastSkippedAt } = imap;
  const why = html`<bdi lang="en">${lastError}</bdi>`;
  const alert = (text: HtmlValue) => html`<p class="error">${icon('alert')} <span>${text}</span></p>`;
  const state =
    failingSince !== null
      ? alert(fill(words.repliesFailing, { time: renderDateTime(failingSince, viewer), why }))
      : lastError !== null
        ? alert(fill(words.movingFails, { why }))
        : lastCheckedAt !== null &&
          html`<p>${fill(words.repliesRead, { when: renderWhen(lastCheckedAt, viewer, now) })}</p>`;
  const n = formatNumber(skipped, locale);
  return html`${state}${
    lastSkippedAt !== null &&
    html`<p>${fill(pickPlural(words.skipped, skipped, locale), { n, time: renderDateTime(lastSkippedAt, viewer) })}</p>`
  }`;
}

function renderWhen(time: string, { locale, account: { timeZone } }: Viewer, now: number): Html {
  return html`<time datetime="${time}" title="${formatDateTime(time, locale, timeZone)}">${formatWhen(time, { locale, timeZone, now })}</time>`;
}

function describeReplies({ t }: Viewer, { connected, replyTo }: MailAccountView): Html {
  const { noReplies, repliesElsewhere } = t.mailAccount;
  const { imap, from } = connected;
  if (!imap) return html`${noReplies}`;
  return areRepliesElsewhere(replyTo, from ?? '')
    ? fill(repliesElsewhere, { address: html`<bdi>${replyTo}</bdi>` })
    : html`<bdi>${imap.host}:${imap.port}</bdi>`;
}

function describeState(viewer: Viewer, { connected, now }: MailAccountView): HtmlValue {
  const { locale } = viewer;
  const words = viewer.t.mailAccount;
  const { state, from, lastSentAt, signInNeededSince, waiting } = connected;
  const address = html`<bdi>${from}</bdi>`;
  if (state === 'unreadable') return words.unreadable;
  if (state === 'sign_in_needed' && signInNeededSince !== null) {
    const time = renderDateTime(signInNeededSince, viewer);
    const n = formatNumber(waiting, locale);
    const text = waiting > 0 && fill(pickPlural(words.waiting, waiting, locale), { n });
    return fill(words.signInNeeded, { time, waiting: text });
  }
  if (lastSentAt === null) return fill(words.connected, { address });
  return fill(words.connectedSent, { address, when: renderWhen(lastSentAt, viewer, now) });
}

function renderDisconnect({ base, t }: Viewer, { connected, otherSender }: MailAccountView): Html {
  const words = t.mailAccount;
  const effect =
    otherSender === null
      ? words.disconnectCaptured
      : fill(words.disconnectHint, { from: html`<bdi>${otherSender}</bdi>` });
  return html`<details class="danger"><summary>${words.disconnect} …</summary>
<form method="post" action="${base}/settings/mail/disconnect"><p>${fill(words.disconnectSure, { address: html`<bdi>${connected.from}</bdi>` })} ${effect}</p>
<button class="button bad sure" type="submit">${words.disconnect}</button></form></details>`;
}

function renderProviders({ base, t }: Viewer, { providers, connected }: MailAccountView): Html | false {
  const { connectWith, againWith } = t.mailAccount;
  return (
    providers.length > 0 &&
    html`<div class="actions">${providers.map(
      (
        kind,
      ) => html`<form method="post" action="${base}/settings/mail/connect"><input type="hidden" name="kind" value="${kind}">
<button class="button quiet" type="submit">${fill(kind === connected.kind ? againWith : connectWith, { provider: OAUTH_MAIL_NAMES[kind] })}</button></form>`,
    )}</div>`
  );
}

function renderSmtp(viewer: Viewer, view: MailAccountView): Html {
  const { base, t } = viewer;
  const { connected, smtp, testTo } = view;
  const words = t.mailAccount;
  const isSmtp = connected.kind === 'smtp';
  const isOpen = view.isSmtpOpen || (isSmtp && connected.state !== 'connected');
  const show = (field: Field) => renderField(field, smtp, t);
  const off = { autocomplete: 'off' } as const;
  return html`<details class="panel"${isOpen && html` open`}><summary>${isSmtp ? words.changeSmtp : words.connectSmtp}</summary>
<form class="form" method="post" action="${base}/settings/mail/smtp" autocomplete="off" novalidate>
${show({ name: 'host', label: words.host, hint: words.hostHint, required: true, ...off })}
${show({ name: 'port', label: words.port, hint: words.portHint, kind: 'whole', required: true })}
${show({ name: 'user', label: words.user, required: true, ...off })}
${show({ name: 'password', label: words.password, hint: words.passwordHint, kind: 'password', required: true, autocomplete: 'new-password' })}
${show({ name: 'from', label: words.from, kind: 'email', required: true, ...off })}
<fieldset class="rows"><legend>${words.imap}</legend><p class="hint">${words.imapHint}</p>
${show({ name: 'imapHost', label: words.imapHost, hint: words.imapHostHint, isPlain: true, ...off })}
${show({ name: 'plusAddressing', label: words.plusAddressing, kind: 'check' })}
${show({ name: 'authservId', label: words.authservId, hint: words.authservIdHint, ...off })}
${show({ name: 'moveTo', label: words.moveTo, hint: words.moveToHint, ...off })}</fieldset>
<p class="muted">${fill(words.submitHint, { to: html`<bdi>${testTo}</bdi>` })}</p>
<div class="actions"><button class="button" type="submit">${words.submit}</button></div></form></details>`;
}
