import type { MailAddress, MailMessage } from '../../domain/mail/mail.ts';
import { type Html, type HtmlValue, html } from '../../domain/markup/html.ts';
import { formatBytes } from '../../i18n/format.ts';
import { type Column, renderEmpty, renderTable } from '../console/resources/list.ts';
import type { ConsolePage } from '../console/shell.ts';
import { renderDateTime, renderFacts, type Viewer } from '../console/viewer.ts';
import { icon } from '../icons.ts';
import type { OutboxEntry, OutboxMail } from './mailbox-page.ts';

/** Maximum length of the source that is shown; the link has all of it. */
const MAX_SOURCE_LENGTH = 16_000;

export function buildMailboxPage(
  viewer: Viewer,
  mails: readonly OutboxEntry[],
  { newer, older }: { newer: string | null; older: string | null },
): ConsolePage {
  const { t, base } = viewer;
  const words = t.settings.mailbox;
  const isEmpty = mails.length === 0 && newer === null;
  const columns: Column<OutboxEntry>[] = [
    [
      words.subject,
      ({ id, subject, attachments }) =>
        html`<a data-open href="${base}/mailbox/${id}"><bdi>${subject}</bdi></a>${attachments.map((name) => html`<span class="under"><bdi>${name}</bdi></span>`)}`,
    ],
    [words.recipients, ({ to }) => addresses(to)],
    [words.captured, ({ capturedAt }) => renderDateTime(capturedAt, viewer)],
  ];
  return {
    section: 'mailbox',
    title: words.title,
    wide: true,
    styles: ['nouns.css', 'settings.css'],
    body: isEmpty
      ? renderEmpty(
          words.empty,
          words.emptyText,
          html`<a class="button quiet" href="${base}/quotes">${t.shell.quotes}</a>`,
        )
      : html`<p class="muted">${words.intro}</p>
${mails.length > 0 && renderTable(words.title, columns, mails)}
${(newer ?? older) !== null && html`<nav class="pages" aria-label="${t.shell.pages}">${newer && html`<a rel="prev" href="${newer}">${words.newer}</a>`}${older && html`<a rel="next" href="${older}">${words.older}</a>`}</nav>`}`,
  };
}

/** Shows the HTML part in a sandboxed frame without permissions. */
export function buildMailPage(viewer: Viewer, { id, capturedAt, message, source }: OutboxMail): ConsolePage {
  const { t, base } = viewer;
  const words = t.settings.mailbox;
  const path = `${base}/mailbox/${id}`;
  const shown = source.length > MAX_SOURCE_LENGTH ? `${source.slice(0, MAX_SOURCE_LENGTH)}\n…` : source;
  return {
    section: 'mailbox',
    title: message.subject,
    heading: html`<bdi>${message.subject}</bdi>`,
    back: { href: `${base}/mailbox`, text: words.back },
    styles: ['nouns.css', 'settings.css'],
    body: html`<section class="panel">${renderHeaders(viewer, message, capturedAt)}</section>
${message.attachments.length > 0 && part('attachments', words.attachments, renderAttachments(viewer, path, message))}
${part(
  'html',
  words.html,
  html`<iframe class="mail-frame" title="${words.html}" src="${path}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
<p><a href="${path}/html">${words.openHtml}</a></p>`,
)}
${part('text', words.text, renderSource(message.text))}
${part('source', words.source, html`<p><a href="${path}/source">${words.download}</a></p>${renderSource(shown)}`)}`,
  };
}

function part(id: string, title: string, content: Html): Html {
  return html`<section class="part" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;
}

function renderHeaders(viewer: Viewer, message: MailMessage, capturedAt: string): Html {
  const words = viewer.t.settings.mailbox;
  const facts: [string, HtmlValue][] = [
    [words.from, addresses([message.from])],
    [words.replyTo, message.replyTo && addresses([message.replyTo])],
    [words.recipients, addresses(message.to)],
    [words.cc, message.cc.length > 0 && addresses(message.cc)],
    [words.captured, renderDateTime(capturedAt, viewer)],
  ];
  return renderFacts(facts);
}

function renderAttachments({ locale }: Viewer, path: string, { attachments }: MailMessage): Html {
  return html`<ul class="files">${attachments.map(
    ({ filename, contentType, content }, index) =>
      html`<li><a class="button quiet" href="${path}/attachments/${index}">${icon('file')} <bdi>${filename}</bdi></a> <span class="muted">${contentType}, ${formatBytes(content.byteLength, locale)}</span></li>`,
  )}</ul>`;
}

function renderSource(text: string): Html {
  return html`<pre class="source" tabindex="0"><code dir="auto">${text}</code></pre>`;
}

function addresses(list: readonly MailAddress[]): Html {
  return html`${list.map(({ name, address }, index) => html`${index > 0 && ', '}<bdi>${name ? `${name} <${address}>` : address}</bdi>`)}`;
}
