import type { FastifyInstance, FastifyReply } from 'fastify';
import { askOwner } from '../../../actions/agreement/ask-owner.ts';
import { type DecisionResult, decideQuote } from '../../../actions/agreement/decide-quote.ts';
import { proposeChanges } from '../../../actions/agreement/proposals/propose-changes.ts';
import { findLinkByToken } from '../../../actions/sending/links/links.ts';
import { type OpenedQuote, openQuote } from '../../../actions/sending/links/open-quote.ts';
import type { Deps } from '../../../app/deps.ts';
import { isClosedProblem } from '../../../domain/account/account-closed.ts';
import { hasSignatures } from '../../../domain/quote/acceptance/signers.ts';
import { isSameOrigin } from '../../../http/server/same-origin.ts';
import { type Form, readAcceptForm, readDeclineForm, readForm, readText } from '../../form-fields.ts';
import { readSelection } from './chosen-items.ts';
import { answerProgram, findProgramAction } from './program/answer-program.ts';
import { isProgram } from './program/is-program.ts';
import { replaceSelection, selectionQuery } from './selection-query.ts';
import {
  type LinkRequest,
  readPageWishes,
  readSender,
  renderPage,
  sendNotFound,
  sendPage,
  sendTryAgain,
  withQuote,
} from './show-quote.ts';
import { hasWrongQuantity, localize, type Notice, type QuotePageView } from './view.ts';

/** A submitted form of the customer page. */
interface Submission {
  deps: Deps;
  opened: OpenedQuote;
  form: Form;
  request: LinkRequest;
  reply: FastifyReply;
}

/** Forms per link per minute: enough for any person, too few to flood a mailbox. A script sends every selection. */
const LIMITS = { decision: 60, selection: 120, question: 10, proposal: 10 };

/** A thousand items, their changes and a signature take about 120 KB; the longest texts in any script 85 KB. */
const MAX_FORM_BYTES = 208 * 1024;

const FORMS: Record<
  string,
  { kind: keyof typeof LIMITS; handle: (submission: Submission) => Promise<unknown> }
> = {
  accept: { kind: 'decision', handle: accept },
  choose: { kind: 'selection', handle: choose },
  decline: { kind: 'decision', handle: decline },
  question: { kind: 'question', handle: ask },
  renewal: { kind: 'question', handle: askForRenewal },
  proposal: { kind: 'proposal', handle: propose },
};

/** Registers the forms of the customer page, which programs may send as JSON. No other site can send them. */
export function registerQuoteForms(server: FastifyInstance, deps: Deps): void {
  for (const [name, { kind, handle }] of Object.entries(FORMS)) {
    server.post(`/:token/${name}`, { bodyLimit: MAX_FORM_BYTES }, (request: LinkRequest, reply) => {
      // A browser sends this origin for pages of ours, which send no JSON, and for sandboxed pages of others.
      const isNowhere = isProgram(request) && request.headers.origin === 'null';
      if (isNowhere || !isSameOrigin(request, deps.publicUrl())) return sendTryAgain(request, reply, 403);
      const action = isProgram(request) ? findProgramAction(name) : undefined;
      const form = action ? {} : readForm(request);
      if (!form) return sendTryAgain(request, reply, 415);
      return withQuote(
        deps,
        request,
        reply,
        (opened) =>
          action
            ? answerProgram({ deps, opened, request }, action, reply)
            : orClosed({ deps, opened, form, request, reply }, handle),
        (link) => ({ accountId: link.account_id, subject: link.id, kind, perMinute: LIMITS[kind] }),
      );
    });
    // A form with errors leaves this URL in the browser; a reload opens the page.
    server.get(`/:token/${name}`, (request: LinkRequest, reply) =>
      redirect(reply, request.params.token, selectionQuery(Object.entries(request.query))),
    );
  }
}

/** Shows the page of a business that has closed its account, which says so. */
async function orClosed(
  submission: Submission,
  handle: (submission: Submission) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await handle(submission);
  } catch (error) {
    if (!isClosedProblem(error)) throw error;
    return show(submission, 403, {});
  }
}

async function accept(submission: Submission): Promise<unknown> {
  const { deps, opened, form, request } = submission;
  const chosen = readSelection(form, opened.quote);
  const { quote, document } = opened;
  // The first signature has fixed the answers, if the page has shown it.
  const isFixed = hasSignatures(quote) && form.documentSha256 === document.sha256;
  const { given, ...wrong } = readAcceptForm(
    form,
    isFixed ? [] : quote.acceptanceFields,
    localize(opened.source).locale.tag,
  );
  if (!given || hasWrongQuantity(chosen)) return show(submission, 400, keepInput(submission, wrong.errors));
  const { answers = {} } = isFixed ? quote : given;
  const said = { decision: 'ACCEPTED', reason: null, via: 'page', ...given, answers } as const;
  const decision = { ...said, ...readSender(request), selection: chosen.choices };
  return showResult(submission, await decideQuote(deps, opened, decision), 'accepted', form);
}

/** Shows the totals of a selection to browsers without scripts. Nothing is stored. */
async function choose(submission: Submission): Promise<unknown> {
  const input = keepInput(submission);
  return show(submission, hasWrongQuantity(input.chosen) ? 400 : 200, input);
}

async function decline(submission: Submission): Promise<unknown> {
  const { deps, opened, form, request } = submission;
  const { given, ...wrong } = readDeclineForm(form);
  if (!given) return show(submission, 400, keepInput(submission, wrong.errors));
  const said = {
    decision: 'DECLINED',
    name: null,
    signature: null,
    via: 'page',
    answers: {},
    ...given,
  } as const;
  const decision = { ...said, ...readSender(request), selection: [] };
  return showResult(submission, await decideQuote(deps, opened, decision), 'declined', form);
}

async function ask(submission: Submission): Promise<unknown> {
  const { deps, opened, form } = submission;
  const { text, errors } = readText(form, 'question', { required: true });
  if (text === null) return show(submission, 400, keepInput(submission, errors));
  return showResult(submission, await askOwner(deps, opened, { kind: 'question', text }), 'question', form);
}

async function propose(submission: Submission): Promise<unknown> {
  const { deps, opened, form } = submission;
  const { text, errors = {} } = readText(form, 'proposal', { required: true });
  const chosen = readSelection(form, opened.quote);
  const { changes, error } = await readPageWishes(deps, opened, form, chosen);
  const wrong = { ...errors, ...(error && { changes: error }) };
  if (text === null || error || hasWrongQuantity(chosen))
    return show(submission, 400, keepInput(submission, wrong));
  const input = { text, changes, selection: chosen.choices, revision: Number(form.revision) };
  return showResult(submission, await proposeChanges(deps, opened, input), 'proposal', form);
}

async function askForRenewal(submission: Submission): Promise<unknown> {
  const { deps, opened, form } = submission;
  const { text, errors } = readText(form, 'message', { required: false });
  if (errors) return show(submission, 400, keepInput(submission, errors));
  return showResult(submission, await askOwner(deps, opened, { kind: 'renewal_request', text }), 'renewal');
}

/** Redirects to the page after success, so that a reload repeats nothing. Otherwise shows the current page and why. */
async function showResult(
  submission: Submission,
  result: DecisionResult,
  done: Notice,
  form: Form = {},
): Promise<unknown> {
  const { deps, request, reply } = submission;
  const { token } = request.params;
  if (result === 'done' || result === 'signed') {
    const { query } = readSelection(form, submission.opened.quote);
    const isStillOpen = done === 'question' || done === 'proposal';
    return redirect(
      reply,
      token,
      replaceSelection(`notice=${result === 'signed' ? result : done}`, isStillOpen ? query : ''),
    );
  }
  const link = await findLinkByToken(deps, token, 'quote');
  const opened = link && (await openQuote(deps, link));
  if (!opened || result === 'gone') return sendNotFound(request, reply);
  const status = result === 'unselected' ? 400 : 409;
  const now = { ...submission, opened };
  return show(now, status, { notice: result, ...keepInput({ ...now, form }) });
}

/** Keeps everything that was typed and chosen on the page, whichever of its forms was sent. */
function keepInput({ form, opened }: Pick<Submission, 'form' | 'opened'>, errors?: QuotePageView['errors']) {
  return { values: form, chosen: readSelection(form, opened.quote), ...(errors && { errors }) };
}

async function show(
  { deps, opened, request, reply }: Submission,
  status: number,
  more: Parameters<typeof renderPage>[3],
): Promise<unknown> {
  return sendPage(reply, status, await renderPage(deps, request.params.token, opened, more));
}

function redirect(reply: FastifyReply, token: string, query: string): FastifyReply {
  return reply
    .code(303)
    .header('Location', `/q/${encodeURIComponent(token)}${query && `?${query}`}`)
    .header('Cache-Control', 'no-store')
    .send();
}
