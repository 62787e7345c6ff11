import type { CaptureReason } from '../../actions/mail/sender.ts';
import type { MailAddress, MailMessage } from '../../domain/mail/mail.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import { inlineImages } from '../../domain/markup/inline-images.ts';
import { assetPath } from '../assets.ts';
import { icon } from '../icons.ts';
import { MARK, MARK_PATH, renderDocument } from '../shell.ts';

/** A captured email in the list. */
export interface OutboxEntry {
  id: string;
  /** ISO 8601 */
  capturedAt: string;
  to: MailAddress[];
  subject: string;
  /** File names. */
  attachments: string[];
}

export interface OutboxList {
  mails: OutboxEntry[];
  /** URLs of the adjacent pages, if there are any. */
  newer?: string | null;
  older?: string | null;
  capture?: CaptureReason | null;
}

export interface OutboxMail {
  id: string;
  capturedAt: string;
  message: MailMessage;
  /** The raw email as it would have been transmitted. */
  source: string;
  capture?: CaptureReason | null;
}

/** Maximum length of the source that is shown; the link has all of it. */
const MAX_SOURCE_LENGTH = 16_000;

/** `/outbox` */
export function renderOutboxList({ mails, newer, older, capture }: OutboxList): string {
  return renderOutbox(
    'Outbox',
    html`${renderReason(capture)}<p class="muted">Captured emails, newest first. None of these were delivered.</p>
${mails.length === 0 ? renderEmpty() : html`<ul class="mails">${mails.map(renderEntry)}</ul>`}
${(newer || older) && html`<nav class="pages" aria-label="Pages">${newer && html`<a class="button quiet" rel="prev" href="${newer}">Newer</a>`}${older && html`<a class="button quiet" rel="next" href="${older}">Older</a>`}</nav>`}
${SIGN_OUT}`,
  );
}

/** Whether emails are captured on purpose, or what to do. */
function renderReason(capture: OutboxList['capture']): Html | false {
  if (capture === 'on_purpose') {
    return html`<p>On purpose: this is a test account or a demo.</p>\n`;
  }
  return (
    capture === 'no_server' &&
    html`<p class="warn"><strong>Not delivered: no mail server.</strong> Connect one in the settings of the business, or set <code>SMTP_URL</code>, and send again.</p>\n`
  );
}

const SIGN_OUT = html`<form method="post" action="/outbox/logout"><button class="button quiet" type="submit">Sign out</button></form>`;

function renderEmpty(): Html {
  return html`<div class="card empty"><p><strong>No emails yet.</strong></p>
<p class="muted">Send a quote with <code>POST /api/v1/quotes/{id}/send</code> and it appears here.</p></div>`;
}

function renderEntry(mail: OutboxEntry): Html {
  return html`<li class="card"><a class="subject" href="/outbox/${mail.id}"><bdi>${mail.subject}</bdi></a>
<p class="muted">To ${addresses(mail.to)}</p>
<p class="muted small">${time(mail.capturedAt)}${mail.attachments.map((name) => html` <span class="chip"><bdi>${name}</bdi></span>`)}</p></li>
`;
}

/** `/outbox/{id}`. The HTML part is shown in a sandboxed frame without permissions, served by `/outbox/{id}/html`. */
export function renderOutboxMail(mail: OutboxMail): string {
  const { id, capturedAt, message, source, capture } = mail;
  const base = `/outbox/${id}`;
  return renderOutbox(
    message.subject,
    html`<p class="back"><a href="/outbox">All captured emails</a></p>
${renderReason(capture)}${renderHeaders(message, capturedAt)}
${renderAttachments(base, message)}
<section aria-labelledby="html"><h2 id="html">HTML</h2>
<iframe class="card frame" title="HTML of the email" src="${base}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
<p class="small"><a href="${base}/html">Open the HTML in a new page</a></p></section>
<section aria-labelledby="text"><h2 id="text">Text</h2>
${renderPre(message.text)}</section>
<section aria-labelledby="source"><h2 id="source">Source</h2>
<p class="small"><a href="${base}/source">Download source (.eml)</a></p>
${renderPre(source.length > MAX_SOURCE_LENGTH ? `${source.slice(0, MAX_SOURCE_LENGTH)}\n…` : source)}</section>
${SIGN_OUT}`,
  );
}

function renderHeaders(message: MailMessage, capturedAt: string): Html {
  const rows: [string, Html | string | false | null][] = [
    ['From', addresses([message.from])],
    ['Reply-To', message.replyTo && addresses([message.replyTo])],
    ['To', addresses(message.to)],
    ['Cc', message.cc.length > 0 && addresses(message.cc)],
    ['Captured', time(capturedAt)],
    ['Message-ID', message.messageId],
    ...Object.entries(message.headers),
  ];
  return html`<dl class="card headers">${rows.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function renderAttachments(base: string, message: MailMessage): Html | null {
  if (message.attachments.length === 0) return null;
  return html`<section aria-labelledby="attachments"><h2 id="attachments">Attachments</h2>
<ul class="files">${message.attachments.map(
    (file, index) =>
      html`<li><a class="button quiet" href="${base}/attachments/${index}">${icon('file')} <bdi>${file.filename}</bdi></a> <span class="muted small">${file.contentType}, ${size(file.content.byteLength)}</span></li>`,
  )}</ul></section>`;
}

function renderPre(text: string): Html {
  return html`<pre class="card" tabindex="0"><code dir="auto">${text}</code></pre>`;
}

/** The document of `/outbox/{id}/html`, with inline images embedded. */
export function renderMailFrame(message: Pick<MailMessage, 'html' | 'attachments'>): string {
  // The customer page must not be framed, so links open a new window.
  const framed = message.html.replace(/<head>/, '<head><base target="_blank">');
  return inlineImages({ html: framed, attachments: message.attachments });
}

/** Browsers cannot send the `Authorization` header from a link, so a form posts `key` to `/outbox/login`. */
const LOGIN_ERRORS = {
  required: 'Enter an API key.',
  invalid: 'This key is unknown, has been revoked, or is read-only.',
  limited: 'Too many invalid keys from your IP address. Check the key, or try another one in a minute.',
};

export function renderOutboxLogin(error?: keyof typeof LOGIN_ERRORS): string {
  const message = error && LOGIN_ERRORS[error];
  return renderOutbox(
    'Outbox',
    html`<form class="card login" method="post" action="/outbox/login">
<div class="field"><label for="key">API key</label>
<p class="hint" id="key-hint">Captured emails are private to an account. Use one of its keys.</p>
<input id="key" name="key" type="password" required autocomplete="current-password" spellcheck="false" autofocus${error ? html` aria-invalid="true" aria-describedby="key-hint key-error"` : html` aria-describedby="key-hint"`}>
${error && html`<p class="error" id="key-error" role="alert">${icon('alert')} ${message}</p>`}</div>
<button class="button" type="submit">Open outbox</button>
</form>`,
  );
}

function renderOutbox(title: string, content: Html): string {
  return renderDocument({
    locale: { tag: 'en', direction: 'ltr' },
    title: title === 'Outbox' ? 'Outbox · Proffer' : `${title} · Outbox · Proffer`,
    styles: [assetPath('page.css'), assetPath('mailbox.css')],
    bodyClass: 'outbox',
    icon: MARK_PATH,
    body: html`<header class="top"><a href="/outbox">${MARK} Proffer</a></header>
<main>
<h1><bdi>${title}</bdi></h1>
${content}
</main>`,
  });
}

function addresses(list: MailAddress[]): Html {
  return html`${list.map(({ name, address }, index) => html`${index > 0 && ', '}<bdi>${name ? `${name} <${address}>` : address}</bdi>`)}`;
}

function time(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`;
}
