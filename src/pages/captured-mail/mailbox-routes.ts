import type { FastifyInstance, FastifyReply } from 'fastify';
import { listMailbox, mailNotFound, openCapturedMail } from '../../actions/mail/captured-mails.ts';
import { findCaptureReasonById } from '../../actions/mail/sender.ts';
import type { Deps } from '../../app/deps.ts';
import { acceptsJson } from '../../http/headers/accept.ts';
import { contentDisposition } from '../../http/headers/content-disposition.ts';
import type { Authenticator } from '../../http/session/authenticate-key.ts';
import { mailFrameHeaders, outboxHeaders } from '../headers.ts';
import { logIn, logOut, type MailContext, requireKey } from './mailbox-login.ts';
import { renderMailFrame, renderOutboxList, renderOutboxMail } from './mailbox-page.ts';

const PAGE_SIZE = 50;

const PAGES: Record<string, (context: MailContext) => Promise<unknown>> = {
  '/outbox': showList,
  '/outbox/:id': showMail,
  '/outbox/:id/html': showMarkup,
  '/outbox/:id/source': downloadSource,
  '/outbox/:id/attachments/:index': downloadAttachment,
};

/** Registers the pages with captured emails, which need a key. */
export function registerOutboxRoutes(server: FastifyInstance, deps: Deps, auth: Authenticator): void {
  for (const [path, handle] of Object.entries(PAGES)) server.get(path, requireKey(deps, auth, handle));
  server.post('/outbox/login', { bodyLimit: 65_536 }, logIn(deps, auth));
  server.post('/outbox/logout', { bodyLimit: 65_536 }, logOut(deps));
}

async function showList({ deps, caller, request, reply }: MailContext): Promise<unknown> {
  const page = Math.max(1, Number.parseInt(request.query.page ?? '1', 10) || 1);
  const found = await listMailbox(deps, caller.accountId, {
    limit: PAGE_SIZE + 1,
    offset: (page - 1) * PAGE_SIZE,
  });
  const mails = found.slice(0, PAGE_SIZE);
  if (acceptsJson(request.headers.accept)) return json(reply, { data: mails });
  const newer = page > 1 ? `/outbox?page=${page - 1}` : null;
  const older = found.length > PAGE_SIZE ? `/outbox?page=${page + 1}` : null;
  const capture = await findCaptureReasonById(deps, caller.accountId);
  return html(reply, renderOutboxList({ mails, newer, older, capture }));
}

async function showMail(context: MailContext): Promise<unknown> {
  const { deps, caller, request, reply } = context;
  const { summary, message, raw } = await readMail(context);
  if (acceptsJson(request.headers.accept)) {
    const attachments = message.attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      size: content.byteLength,
    }));
    const { text, html: markup, ...rest } = message;
    return json(reply, { ...summary, ...rest, text, html: markup, attachments });
  }
  const { id, capturedAt } = summary;
  const source = Buffer.from(raw).toString('utf8');
  const capture = await findCaptureReasonById(deps, caller.accountId);
  return html(reply, renderOutboxMail({ id, capturedAt, message, source, capture }));
}

async function showMarkup(context: MailContext): Promise<unknown> {
  const { message } = await readMail(context);
  return context.reply.headers(mailFrameHeaders).send(renderMailFrame(message));
}

async function downloadSource(context: MailContext): Promise<unknown> {
  const { summary, raw } = await readMail(context);
  return download(context.reply, 'message/rfc822', `${summary.id}.eml`, raw);
}

async function downloadAttachment(context: MailContext): Promise<unknown> {
  const { message } = await readMail(context);
  const part = message.attachments[Number(context.request.params.index)];
  if (!part) throw mailNotFound();
  return download(context.reply, part.contentType, part.filename, part.content);
}

function readMail({ deps, caller, request }: MailContext) {
  return openCapturedMail(deps, caller.accountId, request.params.id);
}

function json(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send(body);
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(outboxHeaders).send(page);
}

function download(reply: FastifyReply, type: string, name: string, bytes: Uint8Array): FastifyReply {
  return reply
    .headers({
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'Content-Disposition': contentDisposition('attachment', name),
    })
    .send(Buffer.from(bytes));
}
