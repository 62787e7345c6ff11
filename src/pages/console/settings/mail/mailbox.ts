import { listMailbox, mailNotFound, openCapturedMail } from '../../../../actions/mail/captured-mails.ts';
import { contentDisposition } from '../../../../http/headers/content-disposition.ts';
import { buildMailboxPage, buildMailPage } from '../../../captured-mail/mailbox.ts';
import { renderMailFrame } from '../../../captured-mail/mailbox-page.ts';
import { mailFrameHeaders } from '../../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import { createCaptureNotice } from '../../not-delivered.ts';
import type { ConsolePage } from '../../shell.ts';

const PAGE_SIZE = 50;

/** Captured emails contain links that can accept quotes, so readers may not see them. */
export const mailboxRoutes: ConsoleRoute[] = [
  { method: 'GET', path: '/mailbox', minRole: 'member', handle: showList },
  { method: 'GET', path: '/mailbox/:id', minRole: 'member', handle: showMail },
  { method: 'GET', path: '/mailbox/:id/html', minRole: 'member', handle: showHtml },
  { method: 'GET', path: '/mailbox/:id/source', minRole: 'member', handle: download },
  { method: 'GET', path: '/mailbox/:id/attachments/:index', minRole: 'member', handle: downloadAttachment },
];

async function showList(context: PageContext): Promise<PageReply> {
  const { deps, account, query, base } = context;
  const page = Math.min(1e6, Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1));
  const found = await listMailbox(deps, account.id, { limit: PAGE_SIZE + 1, offset: (page - 1) * PAGE_SIZE });
  const buildHref = (n: number) => (n === 1 ? `${base}/mailbox` : `${base}/mailbox?page=${n}`);
  const shown = buildMailboxPage(context, found.slice(0, PAGE_SIZE), {
    newer: page > 1 ? buildHref(page - 1) : null,
    older: found.length > PAGE_SIZE ? buildHref(page + 1) : null,
  });
  return { page: { ...shown, notice: createWarning(context) } };
}

async function showMail(context: PageContext): Promise<PageReply> {
  const { summary, message, raw } = await readMail(context);
  const source = Buffer.from(raw).toString('utf8');
  const shown = buildMailPage(context, { id: summary.id, capturedAt: summary.capturedAt, message, source });
  return { page: { ...shown, notice: createWarning(context) } };
}

function createWarning(context: PageContext): ConsolePage['notice'] {
  return context.capture === 'no_server' ? createCaptureNotice(context) : undefined;
}

async function showHtml(context: PageContext): Promise<PageReply> {
  const { message } = await readMail(context);
  return { headers: mailFrameHeaders, body: renderMailFrame(message) };
}

async function download(context: PageContext): Promise<PageReply> {
  const { summary, raw } = await readMail(context);
  return file('message/rfc822', `${summary.id}.eml`, raw);
}

async function downloadAttachment(context: PageContext): Promise<PageReply> {
  const { message } = await readMail(context);
  const part = message.attachments[Number(context.params.index)];
  if (!part) throw mailNotFound();
  return file(part.contentType, part.filename, part.content);
}

function readMail({ deps, account, params }: PageContext) {
  return openCapturedMail(deps, account.id, params.id ?? '');
}

function file(type: string, name: string, bytes: Uint8Array): PageReply {
  const headers = { 'Content-Type': type, 'Content-Disposition': contentDisposition('attachment', name) };
  return { headers, body: Buffer.from(bytes) };
}
