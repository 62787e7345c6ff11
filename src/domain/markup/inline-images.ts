import type { MailMessage } from '../mail/mail.ts';

/** Replaces `cid:` images with data URLs, to show the HTML outside a mail client. */
export function inlineImages({ html, attachments }: Pick<MailMessage, 'html' | 'attachments'>): string {
  let shown = html;
  for (const { cid, contentType, content } of attachments) {
    if (!cid || !/^image\/[\w.+-]+$/.test(contentType)) continue;
    const url = `data:${contentType};base64,${Buffer.from(content).toString('base64')}`;
    shown = shown.replaceAll(`src="cid:${cid}"`, `src="${url}"`);
  }
  return shown;
}
