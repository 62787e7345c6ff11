import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAccountTime } from '../../actions/account/account-time.ts';
import { readAccountAt } from '../../actions/account/change-account.ts';
import { type CaptureReason, findCaptureReason } from '../../actions/mail/sender.ts';
import { recordAccountUse } from '../../actions/people/sessions.ts';
import type { Deps } from '../../app/deps.ts';
import { logStreamFailure } from '../../app/telemetry/log-stream-failure.ts';
import type { Account } from '../../domain/account/account.ts';
import { hasRole, type Role } from '../../domain/people/role.ts';
import type { SignedIn } from '../../domain/people/signed-in.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { createFinishPage } from '../../http/server/finish-page.ts';
import { createPathPrefix, type PathPrefix } from '../../http/server/path-prefix.ts';
import { GET_AND_HEAD } from '../../http/server/route-kinds.ts';
import { isFromOwnPage } from '../../http/server/same-origin.ts';
import { type ConsoleTexts, findConsoleTexts } from '../../i18n/console.ts';
import { addRegion, type Locale, resolveLocale } from '../../i18n/locale.ts';
import { prefetchPath } from '../assets.ts';
import { type Form, readFirstValues, readForm, readFormFields } from '../form-fields.ts';
import { consoleHeaders } from '../headers.ts';
import { pickLocale } from '../message-page.ts';
import { sendForbiddenPage, sendMessagePage } from './console-messages.ts';
import { readParts } from './forms/upload.ts';
import { renderSignedOutForm } from './message.ts';
import { sendInParts, sendPage } from './send-page.ts';
import { type ConsolePage, type PagePart, renderConsole } from './shell.ts';

/** The context of a console page. */
export interface PageContext {
  deps: Deps;
  request: FastifyRequest;
  account: Account;
  person: SignedIn;
  role: Role;
  /** The person as actions know them. */
  caller: { accountId: string; actor: Actor; seesCosts: boolean };
  /** Whether the person may see and set costs, and see margins. */
  seesCosts: boolean;
  mayApprove: boolean;
  /** Why no email is delivered; `null` if emails are. */
  capture: CaptureReason | null;
  /** `/acc_…`: every URL of the account begins with it. */
  base: string;
  locale: Locale;
  t: ConsoleTexts;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  /** The submitted form; empty unless the request is a POST. */
  form: Form;
  now: number;
}

export interface ConsoleRoute {
  method: 'GET' | 'POST';
  /** The path below the account. */
  path: string;
  /** The minimum role. */
  minRole: Role;
  /** Size limit in bytes, for a form that may be larger than most. */
  bodyLimit?: number;
  /** Whether the page is open to users who still have to turn on the two-step verification that the account requires. */
  isForTwoStep?: boolean;
  handle(context: PageContext): Promise<PageReply>;
}

export type PageReply =
  | { page: ConsolePage; status?: number }
  /** The parts take the place of `LATER_PARTS` in the page as they come. */
  | { page: ConsolePage; parts: AsyncIterable<PagePart> }
  | { redirect: string; cookie?: string }
  /** The person has to sign in again, and continues at this path unless a form was submitted. */
  | { signInFor: string }
  | { json: unknown }
  | { headers: Record<string, string>; body: AsyncIterable<Uint8Array> | Uint8Array | string };

/** Finds the signed-in user by the cookie of the request. The reply may get a new cookie. */
export type FindSignedIn = (request: FastifyRequest, reply: FastifyReply) => Promise<SignedIn | undefined>;

const FORM_LIMIT = 256 * 1024;
/** The page on which users turn on two-step verification. */
const TWO_STEP_PATH = '/settings/you';

/** Registers the console below `/acc_…`. Access is checked before the handler of a page runs. */
export function registerConsole(
  scope: FastifyInstance,
  deps: Deps,
  findSignedIn: FindSignedIn,
  routes: readonly ConsoleRoute[],
): void {
  const prefix = createPathPrefix(deps.config.publicUrl);
  const finishPage = createFinishPage(deps);
  for (const route of routes) {
    scope.route({
      method: route.method === 'GET' ? GET_AND_HEAD : route.method,
      url: route.path,
      bodyLimit: route.bodyLimit ?? FORM_LIMIT,
      handler: (request, reply) => respond(route, request, reply),
    });
  }

  async function respond(
    route: ConsoleRoute,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const person = await findSignedIn(request, reply);
    if (!person) return (await offerFormAgain(request, reply, false)) ?? redirectToSignIn(request, reply);
    const locale = chooseLocale(person, request);
    const params = request.params as Record<string, string>;
    const id = `acc_${params.account}`;
    const entry = person.accounts.find((account) => account.id === id);
    if (!entry) return sendMessagePage(reply, locale, 'notFound', 404);
    const { role, seesCosts, mayApprove, version, access, seenAt } = entry;
    if (access === 'ended')
      return (await offerFormAgain(request, reply, true)) ?? redirectToSignIn(request, reply, 'again');
    if (route.method === 'POST' && !isFromOwnPage(request, deps.publicUrl())) {
      return sendMessagePage(reply, locale, 'forged', 403);
    }
    if (!hasRole(role, route.minRole)) {
      return sendForbiddenPage(reply, locale, { role, minRole: route.minRole });
    }
    if (access === 'two-step' && !route.isForTwoStep) return redirect(reply, `/${id}${TWO_STEP_PATH}`);
    await recordAccountUse(deps, person, { accountId: id, seenAt }, deps.clock());
    const [{ account }, now] = await Promise.all([
      readAccountAt(deps, id, version),
      readAccountTime(deps, id),
    ]);
    const context: PageContext = {
      deps,
      request,
      account,
      person,
      role,
      seesCosts,
      mayApprove,
      capture: await findCaptureReason(deps, account),
      caller: {
        accountId: id,
        actor: { type: 'user', id: person.user.id, name: person.user.name },
        seesCosts,
      },
      base: `/${id}`,
      ...findConsoleTexts(addRegion(locale, account.country)),
      params,
      query: readFirstValues(request.query as Record<string, string | string[]>),
      form: route.method === 'POST' ? (readForm(request) ?? {}) : {},
      now,
    };
    const result = await route.handle(context);
    if (!('signInFor' in result)) return sendReply(context, reply, result, { prefix, finishPage });
    const again = `/sign-in?again=1&to=${encodeURIComponent(result.signInFor)}`;
    return (await offerFormAgain(request, reply, true)) ?? redirect(reply, again);
  }

  /**
   * Sends back what was typed if the person has to sign in before the form counts. Secrets are never sent back, so they
   * are asked for again, and browsers do not fill in files.
   */
  async function offerFormAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    isAgain: boolean,
  ): Promise<FastifyReply | undefined> {
    if (request.method !== 'POST' || !isFromOwnPage(request, deps.publicUrl())) return undefined;
    const form = await readSubmitted(request);
    if (!form || form.fields.some(([name]) => PROOF_FIELD.test(name))) return undefined;
    const fields = form.fields.filter(([name]) => !SECRET_FIELD.test(name));
    if (!fields.some(([name, value]) => value !== '' && !FORM_STATE.test(name))) return undefined;
    const hadSecret = fields.length < form.fields.length;
    const texts = findConsoleTexts(pickLocale(request.headers['accept-language']));
    const page = renderSignedOutForm(texts, { action: request.url, isAgain, ...form, fields, hadSecret });
    return reply.code(401).headers(consoleHeaders).send(page);
  }
}

/** Longest form that is sent back, in bytes. */
const MAX_SENT_BACK = 1024 * 1024;

/** Reads the fields of a submitted form; `undefined` if the body is none, or too long to be sent back. */
async function readSubmitted(request: FastifyRequest) {
  const fields = readFormFields(request);
  if (fields) return { fields, isMultipart: false, hadFile: false };
  const { body } = request as { body?: Buffer };
  if (!body || body.length > MAX_SENT_BACK) return undefined;
  const { form, file } = await readParts(request);
  const parts = Object.entries(form) as [string, string][];
  return parts.length > 0 ? { fields: parts, isMultipart: true, hadFile: file !== undefined } : undefined;
}

/** Names of fields whose values a page never contains. */
const SECRET_FIELD = /password|secret|^apiKey$/i;
/** Names of fields that prove who the person is: signing in proves it again. */
const PROOF_FIELD = /^(code|current|credential)$/;
/** Names of fields that nobody types. */
const FORM_STATE = /^(once|version|was)$/;

function sendReply(
  context: PageContext,
  reply: FastifyReply,
  pageReply: Exclude<PageReply, { signInFor: string }>,
  { prefix, finishPage }: { prefix: PathPrefix | undefined; finishPage(page: string): string },
): unknown {
  const log = (stream: AsyncIterable<Uint8Array>) =>
    logStreamFailure(stream, context.deps.log, context.request.id);
  if ('redirect' in pageReply) {
    if (pageReply.cookie) reply.header('Set-Cookie', pageReply.cookie);
    return reply.code(303).header('Location', pageReply.redirect).send();
  }
  if ('json' in pageReply) return reply.header('Cache-Control', 'no-store').send(pageReply.json);
  if ('headers' in pageReply) {
    const { body, headers } = pageReply;
    const isWhole = typeof body === 'string' || body instanceof Uint8Array;
    // If the stream fails, the response is aborted, so that half of a file is never mistaken for the whole.
    const sent = isWhole ? body : Readable.from(log(body), { objectMode: false });
    return reply.headers({ 'Cache-Control': 'no-store', ...headers }).send(sent);
  }
  const page = finishPage(renderConsole(createFrame(context), pageReply.page));
  if ('parts' in pageReply) return sendInParts(reply, page, pageReply.parts, { finish: finishPage, log });
  // The editor saves without leaving its page: what was fetched before would show the quote as it was.
  if (!pageReply.page.scripts?.includes('editor.js')) {
    const rules = prefix ? prefix.addToPath(prefetchPath) : prefetchPath;
    reply.header('Speculation-Rules', `"${rules}"`);
  }
  return sendPage(context.request, reply, pageReply.status ?? 200, page);
}

function createFrame({ account, person, role, locale, t, deps }: PageContext) {
  // Emails that were captured before the account had a mail account stay visible.
  const capturesMail = deps.mailer === null || account.kind === 'test';
  return {
    account,
    accounts: person.accounts,
    person: person.user,
    role,
    locale,
    t,
    mayCreateAccount: deps.config.accountsPerPerson > 0,
    hasMailbox: capturesMail && role !== 'reader',
  };
}

/** Redirects to the sign-in and from there back to the page, or to the start page if a form was sent. */
function redirectToSignIn(request: FastifyRequest, reply: FastifyReply, again?: 'again'): FastifyReply {
  const to = request.method === 'GET' || request.method === 'HEAD' ? request.url : '/';
  return redirect(reply, `/sign-in?${again ? 'again=1&' : ''}to=${encodeURIComponent(to)}`);
}

function redirect(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(303).headers({ Location: to, 'Cache-Control': 'no-store' }).send();
}

function chooseLocale({ user }: SignedIn, { headers }: FastifyRequest): Locale {
  return user.locale ? resolveLocale(user.locale) : pickLocale(headers['accept-language']);
}
