import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOperator } from '../../actions/installation/operators.ts';
import { isRecent } from '../../actions/people/sessions.ts';
import type { Deps } from '../../app/deps.ts';
import { html } from '../../domain/markup/html.ts';
import type { SignedIn } from '../../domain/people/signed-in.ts';
import { GET_AND_HEAD } from '../../http/server/route-kinds.ts';
import { isFromOwnPage } from '../../http/server/same-origin.ts';
import { findSignedIn } from '../../http/session/session-caller.ts';
import { findConsoleTexts } from '../../i18n/console.ts';
import { resolveLocale } from '../../i18n/locale.ts';
import { sendMessagePage } from '../console/console-messages.ts';
import { readFirstValues, readForm } from '../form-fields.ts';
import { pickLocale } from '../message-page.ts';
import { page, redirect } from '../sign-in/public-route.ts';
import { changeLimits, showAccount } from './account-page.ts';
import { showAccounts } from './accounts-page.ts';
import { showInstallation } from './installation-page.ts';
import { OPERATOR_PATH, type OperatorContext } from './operator-context.ts';
import { renderOperatorPage } from './operator-shell.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for the pages of the operator before their handler runs. */
    operator: SignedIn | null;
  }
}

type Handler = (context: OperatorContext) => Promise<FastifyReply>;

const ACCOUNT = `${OPERATOR_PATH}/accounts/:id`;
const FORM_LIMIT = 65_536;

/** Registers the pages of the operator. For anybody else there is nothing at their URLs. */
export function registerOperator(server: FastifyInstance, deps: Deps): void {
  if (deps.config.operators.length === 0) return;
  server.register((scope, _options, done) => {
    scope.decorateRequest('operator', null);
    // Before the body is read, so that the response is that of any other URL.
    scope.addHook('onRequest', async (request, reply) => {
      const person = await findSignedIn(deps, request, reply);
      if (!person || !isOperator(deps, person.user.email)) return notFound(reply);
      request.operator = person;
    });
    const get = (url: string, handle: Handler) =>
      scope.route({ method: GET_AND_HEAD, url, handler: (...each) => open(deps, handle, ...each) });
    get(OPERATOR_PATH, async (context) => page(context.reply, await showAccounts(context)));
    get(`${OPERATOR_PATH}/installation`, async (context) =>
      page(context.reply, await showInstallation(context)),
    );
    get(ACCOUNT, showOne);
    scope.route({
      method: 'POST',
      url: ACCOUNT,
      bodyLimit: FORM_LIMIT,
      handler: (...each) => open(deps, change, ...each),
    });
    done();
  });
}

/** Operators see all accounts, so a stolen password or an unattended browser must not be enough. */
async function open(
  deps: Deps,
  handle: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const person = request.operator;
  if (!person) throw new Error('a page of the operator for somebody else');
  const isPost = request.method === 'POST';
  const { locale: own } = person.user;
  const spoken = own ? resolveLocale(own) : pickLocale(request.headers['accept-language']);
  if (isPost && !isFromOwnPage(request, deps.publicUrl())) {
    return sendMessagePage(reply, spoken, 'forged', 403);
  }
  const context: OperatorContext = {
    ...{ deps, request, reply, person, ...findConsoleTexts(spoken), now: deps.clock() },
    query: readFirstValues(request.query as Record<string, string | string[]>),
    form: isPost ? (readForm(request) ?? {}) : {},
  };
  if (!person.isTwoStep) return page(reply.code(403), renderTwoStep(context));
  if (isRecent(person, context.now)) return handle(context);
  return redirect(reply, `/sign-in?again=1&to=${encodeURIComponent(request.url)}`);
}

function renderTwoStep(context: OperatorContext): string {
  const { twoStepTitle, twoStepText, twoStepLink } = context.t.operator;
  const [account] = context.person.accounts;
  return renderOperatorPage(context, {
    title: twoStepTitle,
    body: html`<p>${twoStepText}</p>
${account && html`<p><a class="button" href="/${account.id}/settings/you">${twoStepLink}</a></p>`}`,
  });
}

async function showOne(context: OperatorContext): Promise<FastifyReply> {
  const shown = await showAccount(context, readId(context));
  return shown === undefined ? notFound(context.reply) : page(context.reply, shown);
}

async function change(context: OperatorContext): Promise<FastifyReply> {
  const { reply } = context;
  const id = readId(context);
  if ((await showAccount(context, id)) === undefined) return notFound(reply);
  const state = await changeLimits(context, id);
  if (!state) return redirect(reply, `${OPERATOR_PATH}/accounts/${id}?notice=saved`);
  return page(reply.code(400), (await showAccount(context, id, state)) ?? '');
}

/** The response of a URL that does not exist. */
function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function readId({ request }: OperatorContext): string {
  return (request.params as { id: string }).id;
}
