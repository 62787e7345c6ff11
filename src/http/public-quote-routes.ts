import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerResult, answerQuote } from '../actions/answer-quote.ts';
import { askOwner } from '../actions/ask-owner.ts';
import { viewQuote } from '../actions/record-view.ts';
import type { Deps } from '../deps.ts';
import { parseNotice } from '../pages/quote-view.ts';
import { readDocument } from '../store/documents.ts';
import { contentDisposition } from './content-disposition.ts';
import { sendRange } from './hosted-pdf.ts';
import { createPostLimiter } from './post-limiter.ts';
import { toProblem } from './problem-reply.ts';
import {
  type OpenedQuote,
  openLink,
  quotePage,
  sendNotFound,
  sendPage,
  sendTryAgain,
} from './public-quote.ts';
import { type Form, readAcceptForm, readForm, readText } from './quote-form.ts';
import { isSameOrigin } from './same-origin.ts';
import { looksLikePerson } from './visitor.ts';

type LinkRequest = FastifyRequest<{ Params: { token: string }; Querystring: { notice?: string } }>;
type FormHandler = (
  opened: OpenedQuote,
  form: Form,
  request: LinkRequest,
  reply: FastifyReply,
) => Promise<unknown>;

/** The customer's side. Opening changes nothing but the count of looks; only a form of this page answers. */
export function registerPublicQuoteRoutes(server: FastifyInstance, deps: Deps): void {
  const limiter = createPostLimiter();

  server.get('/q/:token', (request: LinkRequest, reply) =>
    withPage(request, reply, async (opened) => {
      if (request.method === 'GET' && looksLikePerson(request))
        await viewQuote(deps, opened.link, deps.clock());
      return sendPage(
        reply,
        200,
        await quotePage(deps, opened, { notice: parseNotice(request.query.notice) }),
      );
    }),
  );

  server.get('/q/:token/pdf', (request: LinkRequest, reply) =>
    withPage(request, reply, async ({ link, document }) => {
      const stored = await readDocument(deps.db.read, link.account_id, document.sourceSha256);
      if (!stored) return sendNotFound(request, reply);
      reply.headers({
        'Content-Type': 'application/pdf',
        'Content-Disposition': contentDisposition('inline', document.fileName),
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex, nofollow',
        'Accept-Ranges': 'bytes',
      });
      return sendRange(request, reply, Buffer.from(stored.pdf), `"${document.sha256}"`);
    }),
  );

  post('accept', async (opened, form, request, reply) => {
    const { answer, values, errors } = readAcceptForm(form);
    if (errors) return sendPage(reply, 400, await quotePage(deps, opened, { values, errors }));
    return settle(
      await decide(opened, { decision: 'ACCEPTED', reason: null, ...answer }, request),
      'accepted',
      request,
      reply,
    );
  });

  post('decline', async (opened, form, request, reply) => {
    const { text, errors } = readText(form, 'reason', { required: false });
    if (errors)
      return sendPage(reply, 400, await quotePage(deps, opened, { values: { reason: form.reason }, errors }));
    const revision = Number(form.revision);
    const answer = {
      decision: 'DECLINED',
      name: null,
      signature: null,
      documentSha256: null,
      revision,
      reason: text,
    } as const;
    return settle(await decide(opened, answer, request), 'declined', request, reply);
  });

  post('question', async (opened, form, _request, reply) => {
    const { text, errors } = readText(form, 'question', { required: true });
    if (errors || text === null) {
      return sendPage(
        reply,
        400,
        await quotePage(deps, opened, { values: { question: form.question }, errors }),
      );
    }
    await write(opened, (tx) => askOwner(tx, deps, opened.link, { kind: 'question', text }, deps.clock()));
    return redirect(reply, opened.token, 'question');
  });

  post('renewal', async (opened, form, request, reply) => {
    const { text, errors } = readText(form, 'message', { required: false });
    if (errors)
      return sendPage(
        reply,
        400,
        await quotePage(deps, opened, { values: { message: form.message }, errors }),
      );
    if (opened.quote.status !== 'EXPIRED') return settle('closed', 'renewal', request, reply);
    await write(opened, (tx) =>
      askOwner(tx, deps, opened.link, { kind: 'renewal_request', text }, deps.clock()),
    );
    return redirect(reply, opened.token, 'renewal');
  });

  function post(name: string, handle: FormHandler): void {
    server.post(`/q/:token/${name}`, { bodyLimit: 65_536 }, (request: LinkRequest, reply) => {
      if (!isSameOrigin(request, deps.publicUrl())) return sendTryAgain(request, reply, 403);
      const form = readForm(request);
      if (!form) return sendTryAgain(request, reply, 415);
      if (!limiter.allows(request.params.token, deps.clock())) {
        reply.header('Retry-After', '60');
        return sendTryAgain(request, reply, 429);
      }
      return withPage(request, reply, (opened) => handle(opened, form, request, reply));
    });
  }

  async function withPage(
    request: LinkRequest,
    reply: FastifyReply,
    show: (opened: OpenedQuote) => Promise<unknown>,
  ): Promise<unknown> {
    try {
      const opened = await openLink(deps, request.params.token);
      return opened ? await show(opened) : sendNotFound(request, reply);
    } catch (error) {
      const problem = toProblem(error);
      deps.log.error(
        { requestId: request.id, code: problem.code, error: (error as Error).name },
        'page failed',
      );
      reply.headers(problem.headers);
      return sendTryAgain(request, reply, problem.status);
    }
  }

  function write<T>(opened: OpenedQuote, work: Parameters<typeof deps.db.write<T>>[0]): Promise<T> {
    return deps.db.write(work, { account: opened.link.account_id });
  }

  function decide(
    opened: OpenedQuote,
    answer: Omit<Parameters<typeof answerQuote>[3], 'ip' | 'userAgent'>,
    request: LinkRequest,
  ): Promise<AnswerResult> {
    const visitor = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 500) ?? null };
    const current = { version: opened.row.version, documentSha256: opened.document.sha256 };
    return write(opened, (tx) =>
      answerQuote(tx, deps, opened.link, { ...answer, ...visitor }, current, deps.clock()),
    );
  }

  /** Done: the page, by a redirect, so that a reload repeats nothing. Otherwise the page as it is now, and why. */
  async function settle(
    result: AnswerResult,
    done: 'accepted' | 'declined' | 'renewal',
    request: LinkRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    if (result === 'done') return redirect(reply, request.params.token, done);
    const opened = await openLink(deps, request.params.token);
    if (!opened || result === 'gone') return sendNotFound(request, reply);
    return sendPage(reply, 409, await quotePage(deps, opened, { notice: result }));
  }
}

function redirect(reply: FastifyReply, token: string, notice: string): FastifyReply {
  return reply
    .code(303)
    .header('Location', `/q/${token}?notice=${notice}`)
    .header('Cache-Control', 'no-store')
    .send();
}
