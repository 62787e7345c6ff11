import { computeBrandTones } from '../../domain/markup/brand.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import { MAIL } from '../../i18n/messages.ts';
import type { MailBody, MailFact } from './mail-body.ts';
import type { MailLogo } from './mail-logo.ts';
import { LIGHT, LIGHT_MAIL, renderStyleSheet } from './mail-style.ts';
import { listLetterheadLines } from './mail-text.ts';

/**
 * Renders the HTML part: tables for the layout, inline styles for clients that drop style sheets, and a style sheet for
 * dark mode and narrow screens. It loads nothing from elsewhere.
 */
export function renderHtml(body: MailBody, logo: MailLogo | undefined): string {
  const { language, direction } = body.locale;
  const page = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${body.subject}</title>
<style>${renderStyleSheet(body.account.accentColor)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page};color:${LIGHT.text};${FONT}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview(body.preview)}${PREVIEW_END}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:${LIGHT.page}">
<tr><td align="center" class="outer" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;table-layout:fixed">
<tr><td style="padding:0 4px 20px">${brand(body, logo)}</td></tr>
<tr><td class="card" style="background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:14px;padding:32px;text-align:start">
${letter(body)}
</td></tr>
<tr><td class="muted" style="padding:20px 4px 0;color:${LIGHT.muted};font-size:13px;line-height:20px;word-break:break-word;text-align:start">${footer(body)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return page.toString();
}

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif";

/** Keeps mailboxes from filling the preview with the text that follows. */
const PREVIEW_END = '\u00a0\u200c'.repeat(60);

function preview(text: string): string {
  return [...text.replace(/\s+/g, ' ')].slice(0, 140).join('');
}

function brand({ account, locale }: MailBody, logo: MailLogo | undefined): Html {
  const align = locale.direction === 'rtl' ? 'right' : 'left';
  if (!logo) {
    return html`<p dir="auto" class="text" style="margin:0;font-size:18px;line-height:24px;font-weight:700;color:${LIGHT.text};word-break:break-word;text-align:${align}">${account.name}</p>`;
  }
  const { attachment, width, height } = logo;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="${align}"><tr><td class="logo" style="border-radius:8px"><img src="cid:${attachment.cid}" width="${width}" height="${height}" alt="${account.name}" style="display:block;border:0;width:${width}px;height:${height}px;font-size:18px;font-weight:700"></td></tr></table>`;
}

function letter(body: MailBody): Html {
  return html`<p class="muted" style="margin:0 0 4px;color:${LIGHT.muted};font-size:14px;line-height:20px;word-break:break-word;text-align:start"><bdi>${body.kicker}</bdi></p>
<h1 dir="auto" class="text title" style="margin:0 0 20px;color:${LIGHT.text};font-size:24px;line-height:30px;font-weight:700;word-break:break-word;text-align:start">${body.heading}</h1>
${body.prose.map((text) => paragraph(text))}
${body.quotation && quotation(body.quotation)}
${body.changes && changes(body.changes)}
${body.facts.length > 0 && facts(body)}
${body.button && button(body, body.button)}
${body.files && files(body.files)}
${body.notes.map((note) => small(note))}
${body.button && fallback(body, body.button.url)}`;
}

function paragraph(text: string): Html {
  return html`<p dir="auto" class="text" style="margin:0 0 16px;color:${LIGHT.text};font-size:16px;line-height:25px;word-break:break-word;text-align:start">${lines(text)}</p>`;
}

function quotation(words: string): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td dir="auto" class="quote text" style="background:${LIGHT.inset};border-radius:10px;padding:16px 18px;color:${LIGHT.text};font-size:16px;line-height:25px;word-break:break-word;text-align:start">${lines(words)}</td></tr></table>`;
}

function changes({ label, lines: changed }: NonNullable<MailBody['changes']>): Html {
  const items = changed.map((line) => html`<li style="margin:0 0 4px"><bdi>${line}</bdi></li>`);
  return html`<p class="text" style="margin:0 0 4px;color:${LIGHT.text};font-size:15px;line-height:22px;font-weight:600;text-align:start">${label}</p>
<ul class="text" style="margin:0 0 16px;padding:0;padding-inline-start:20px;color:${LIGHT.text};font-size:15px;line-height:22px;word-break:break-word;text-align:start">${items}</ul>`;
}

function facts({ facts, button, notes }: MailBody): Html {
  const below = button || notes.length > 0 ? '24px' : '0';
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 ${below};border-collapse:collapse">${facts.map(fact)}</table>`;
}

function fact({ label, value, look }: MailFact): Html {
  const line = `border-top:1px solid ${LIGHT.line};padding:12px 0;font-size:15px;line-height:22px;vertical-align:top`;
  if (look === 'code') {
    return html`<tr><td colspan="2" class="line muted" style="${line};color:${LIGHT.muted};text-align:start">${label}<br><span dir="ltr" style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px;line-height:18px;word-break:break-all">${value}</span></td></tr>`;
  }
  const size = look === 'strong' ? 'font-size:20px;font-weight:700' : 'font-weight:600';
  return html`<tr><th scope="row" class="line muted" style="${line};color:${LIGHT.muted};font-weight:400;text-align:start;padding-inline-end:16px">${label}</th><td class="line text" style="${line};color:${LIGHT.text};${size};text-align:end;word-break:break-word"><bdi>${value}</bdi></td></tr>`;
}

function button({ account }: MailBody, { label, url }: { label: string; url: string }): Html {
  const { fill, onFill, outline } = computeBrandTones(account.accentColor, LIGHT_MAIL);
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center" class="wide" style="margin:0 auto 24px"><tr><td align="center" class="button" bgcolor="${fill}" style="background:${fill};border:1px solid ${outline};border-radius:10px"><a href="${url}" class="label" style="display:block;padding:14px 32px;color:${onFill};font-size:16px;line-height:22px;font-weight:600;text-decoration:none"><span style="color:${onFill}">${label}</span></a></td></tr></table>`;
}

function files({ label, links }: NonNullable<MailBody['files']>): Html {
  return html`<p class="muted" style="margin:0 0 4px;color:${LIGHT.muted};font-size:14px;line-height:21px;text-align:start">${label}</p>
${links.map(
  ({ name, url }) =>
    html`<p style="margin:0 0 8px;font-size:15px;line-height:22px;word-break:break-word;text-align:start"><a href="${url}" class="text" style="color:${LIGHT.text}"><bdi>${name}</bdi></a></p>
`,
)}`;
}

function small(text: string): Html {
  return html`<p dir="auto" class="muted" style="margin:0 0 12px;color:${LIGHT.muted};font-size:14px;line-height:21px;word-break:break-word;text-align:start">${lines(text)}</p>`;
}

function fallback({ locale }: MailBody, url: string): Html {
  const { openAddress } = MAIL[locale.language];
  return html`<p class="muted" style="margin:0;color:${LIGHT.muted};font-size:13px;line-height:20px;text-align:start">${openAddress}<br><span dir="ltr" style="word-break:break-all">${url}</span></p>`;
}

function footer({ account, unsubscribe }: MailBody): Html {
  const bold = (index: number) => (index === 0 ? ';font-weight:700' : '');
  const lines = listLetterheadLines(account).map(
    (line, index) => html`<div style="text-align:start${bold(index)}"><bdi>${line}</bdi></div>`,
  );
  const link =
    unsubscribe &&
    html`<div style="padding-top:12px;text-align:start"><a href="${unsubscribe.url}" class="muted" style="color:${LIGHT.muted}">${unsubscribe.label}</a></div>`;
  return html`${lines}${link}`;
}

function lines(text: string): Html[] {
  const all = text.trim().split(/\r\n|\r|\n/);
  return all.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}
