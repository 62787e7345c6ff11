import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../actions/account/callers.ts';
import { seal, unseal } from '../../actions/link/sealed-token.ts';
import { listMailbox, mailNotFound, openMail } from '../../actions/mailbox/captured-mails.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import { countRefused } from '../../limits/sign-in-limit.ts';
import { mailFrameHeaders, outboxHeaders } from '../../web/headers.ts';
import {
  renderMailFrame,
  renderOutboxList,
  renderOutboxLogin,
  renderOutboxMail,
} from '../../web/mailbox/mailbox-page.ts';
import type { Authenticator } from '../api/auth.ts';
import { namesJson } from '../headers/accept.ts';
import { contentDisposition } from '../headers/content-disposition.ts';
import { isSameOrigin } from '../server/same-origin.ts';
import { readForm } from './form-fields.ts';

type MailRequest = FastifyRequest<{ Params: { id: string; index: string }; Querystring: { page?: string } }>;

const PAGE = 50;
const COOKIE = 'proffer_outbox';
const COOKIE_SECONDS = 12 * 3600;

/**
 * Captured mail, behind the key: in the header, or, for a browser, in a sealed cookie after the login form. The key
 * must be one that may write, for the mails hold the links that answer quotes.
 */
export function registerOutboxRoutes(server: FastifyInstance, deps: Deps, auth: Authenticator): void {
  server.get(
    '/outbox',
    behindKey(async (caller, request, reply) => {
      const page = Math.max(1, Number.parseInt(request.query.page ?? '1', 10) || 1);
      const found = await listMailbox(deps, caller.accountId, {
        limit: PAGE + 1,
        offset: (page - 1) * PAGE,
      });
      const mails = found.slice(0, PAGE);
      if (namesJson(request.headers.accept))
        return reply.header('Cache-Control', 'no-store').send({ data: mails });
      return html(
        reply,
        renderOutboxList({
          mails,
          newer: page > 1 ? `/outbox?page=${page - 1}` : null,
          older: found.length > PAGE ? `/outbox?page=${page + 1}` : null,
        }),
      );
    }),
  );

  server.get(
    '/outbox/:id',
    behindKey(async (caller, request, reply) => {
      const { summary, message, raw } = await mailOf(caller, request);
      if (namesJson(request.headers.accept)) {
        const { text, html: markup, ...rest } = message;
        const attachments = message.attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          size: content.byteLength,
        }));
        return reply
          .header('Cache-Control', 'no-store')
          .send({ ...summary, ...rest, text, html: markup, attachments });
      }
      const source = Buffer.from(raw).toString('utf8');
      return html(
        reply,
        renderOutboxMail({ id: summary.id, capturedAt: summary.capturedAt, message, source }),
      );
    }),
  );

  server.get(
    '/outbox/:id/html',
    behindKey(async (caller, request, reply) => {
      const { message } = await mailOf(caller, request);
      return reply.headers(mailFrameHeaders).send(renderMailFrame(message));
    }),
  );

  server.get(
    '/outbox/:id/source',
    behindKey(async (caller, request, reply) => {
      const { summary, raw } = await mailOf(caller, request);
      return download(reply, 'message/rfc822', `${summary.id}.eml`, raw);
    }),
  );

  server.get(
    '/outbox/:id/attachments/:index',
    behindKey(async (caller, request, reply) => {
      const { message } = await mailOf(caller, request);
      const part = message.attachments[Number(request.params.index)];
      if (!part) throw mailNotFound();
      return download(reply, part.contentType, part.filename, part.content);
    }),
  );

  server.post('/outbox/login', { bodyLimit: 65_536 }, async (request, reply) => {
    const key = isSameOrigin(request, deps.publicUrl()) ? readForm(request)?.key?.trim() : undefined;
    if (!key) return html(reply.code(400), renderOutboxLogin('required'));
    const caller = await writerOf(key);
    if (!caller) return refuseLogin(request, reply);
    request.caller = caller;
    const secure = deps.publicUrl().startsWith('https:') ? '; Secure' : '';
    const value = seal(deps.secret, 'outbox', [key, String(deps.clock() + COOKIE_SECONDS * 1000)]);
    return reply
      .code(303)
      .header(
        'Set-Cookie',
        `${COOKIE}=${value}; Path=/outbox; HttpOnly; SameSite=Strict; Max-Age=${COOKIE_SECONDS}${secure}`,
      )
      .header('Location', '/outbox')
      .send();
  });

  function behindKey(
    handle: (caller: Caller, request: MailRequest, reply: FastifyReply) => Promise<unknown>,
  ) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { authorization } = request.headers;
      if (authorization !== undefined || namesJson(request.headers.accept)) {
        const caller = await auth.authenticate(request);
        request.caller = caller;
        if (!caller.canWrite) {
          throw new Problem('forbidden', 'This key is read-only. Use a key with the "write" scope.');
        }
        return handle(caller, request as MailRequest, reply);
      }
      const caller = await writerOf(keyFromCookie(request));
      if (!caller) return html(reply.code(401).header('WWW-Authenticate', 'Bearer'), renderOutboxLogin());
      request.caller = caller;
      return handle(caller, request as MailRequest, reply);
    };
  }

  async function refuseLogin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const seconds = await countRefused(deps.countRefused, request, deps.clock());
    if (seconds === undefined) return html(reply.code(401), renderOutboxLogin('invalid'));
    return html(reply.code(429).header('Retry-After', seconds), renderOutboxLogin('limited'));
  }

  function keyFromCookie(request: FastifyRequest): string | undefined {
    const sealed = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
    const [key, until] = (sealed && unseal(deps.secret, 'outbox', sealed)) || [];
    return Number(until) > deps.clock() ? key : undefined;
  }

  async function writerOf(key: string | undefined): Promise<Caller | undefined> {
    const caller = key === undefined ? undefined : await auth.find(key);
    return caller?.canWrite ? caller : undefined;
  }

  function mailOf(caller: Caller, request: MailRequest) {
    return openMail(deps, caller.accountId, request.params.id);
  }
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
