import type { FastifyInstance, FastifyRequest } from 'fastify';
import { finishMailSignIn, takeSignIn } from '../../../../actions/mail/finish-sign-in.ts';
import { startMailSignIn } from '../../../../actions/mail/start-sign-in.ts';
import type { Deps } from '../../../../app/deps.ts';
import { safeError } from '../../../../app/telemetry/safe-error.ts';
import { Problem } from '../../../../domain/errors.ts';
import { OAUTH_MAIL_KINDS } from '../../../../domain/mail/mail-account.ts';
import { MailOAuthError, OAUTH_MAIL_NAMES } from '../../../../domain/mail/mail-oauth.ts';
import { MailboxError } from '../../../../domain/mail/mailbox.ts';
import { findSignedIn } from '../../../../http/session/session-caller.ts';
import { findBaseUrl } from '../../../../http/session/site.ts';
import { findConsoleTexts } from '../../../../i18n/console.ts';
import { resolveLocale } from '../../../../i18n/locale.ts';
import { consoleHeaders } from '../../../headers.ts';
import { pickLocale } from '../../../message-page.ts';
import { createPublicRoutes, type PublicHandler, page, redirect } from '../../../sign-in/public-route.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import { requireRecentSignIn } from '../../people/settings-route.ts';
import {
  buildMailSignInFailure,
  type MailSignInFailure,
  renderMailSignInFailure,
  renderToMailProvider,
} from './mail-sign-in-page.ts';

const SETTINGS_PATH = '/settings/mail';
/** One address for all accounts and providers, which the operator registers at the providers. */
const CALLBACK_PATH = '/oauth/mail';

export const mailSignInRoutes: ConsoleRoute[] = [
  {
    method: 'POST',
    path: `${SETTINGS_PATH}/connect`,
    minRole: 'owner',
    handle: requireRecentSignIn(start, SETTINGS_PATH),
  },
];

/** Leads to the provider by a page of our own: the policy allows forms to this site only, also after redirects. */
async function start(context: PageContext): Promise<PageReply> {
  const { deps, account, person, form, request } = context;
  const kind = OAUTH_MAIL_KINDS.find((each) => each === form.kind);
  if (!kind) throw new Problem('not_found', 'There is no such provider of mailboxes.');
  const by = { accountId: account.id, sessionId: person.sessionId };
  try {
    const url = await startMailSignIn(deps, by, kind, buildCallbackUrl(deps, request));
    const headers = { ...consoleHeaders, Refresh: `1; url=${url}` };
    return { headers, body: renderToMailProvider(context, OAUTH_MAIL_NAMES[kind], url) };
  } catch (error) {
    const found = findFailure(error);
    if (!found) throw error;
    const view = { failure: found.failure, provider: OAUTH_MAIL_NAMES[kind], accountId: account.id };
    return { page: buildMailSignInFailure(context, view), status: found.status };
  }
}

/** Registers the address that providers send the browser back to. The session cookie comes with this top-level GET. */
export function registerMailCallback(server: FastifyInstance, deps: Deps): void {
  const answer: PublicHandler = async ({ request, reply, query }) => {
    const person = await findSignedIn(deps, request, reply);
    const taken = person && (await takeSignIn(deps, person, query.state ?? ''));
    const locale = person?.user.locale
      ? resolveLocale(person.user.locale)
      : pickLocale(request.headers['accept-language']);
    const texts = findConsoleTexts(locale);
    if (!person || !taken)
      return page(reply.code(400), renderMailSignInFailure(texts, { failure: 'expired' }));
    const callback = new URL(buildCallbackUrl(deps, request));
    callback.search = request.url.split('?')[1] ?? '';
    try {
      await finishMailSignIn(deps, person, taken, callback);
      return redirect(reply, `/${taken.accountId}${SETTINGS_PATH}?notice=connected`);
    } catch (error) {
      const found = findFailure(error);
      if (!found) throw error;
      deps.log.warn({ requestId: request.id, err: safeError(error) }, 'a mailbox was not connected');
      const view = { ...found, provider: OAUTH_MAIL_NAMES[taken.kind], accountId: taken.accountId };
      return page(reply.code(found.status), renderMailSignInFailure(texts, view));
    }
  };
  // Link scanners send HEAD requests, which would use up the sign-in.
  createPublicRoutes(server, deps).get(CALLBACK_PATH, answer, { exposeHeadRoute: false });
}

/** Failures that the page words itself. Others are faults of the service. */
function findFailure(error: unknown): { failure: MailSignInFailure; status: number } | undefined {
  if (error instanceof MailOAuthError) {
    const status = error.reason === 'denied' ? 403 : 502;
    return { failure: error.reason, status };
  }
  if (!(error instanceof Problem)) return undefined;
  const failure = error.cause instanceof MailboxError ? 'mailbox' : FAILURES[error.code];
  return failure && { failure, status: error.status };
}

const FAILURES: Partial<Record<Problem['code'], MailSignInFailure>> = {
  forbidden: 'expired',
  mail_account_live_only: 'testAccount',
  mail_refused: 'refused',
  mail_sign_in_needed: 'signIn',
  mail_timeout: 'unavailable',
  mail_unavailable: 'unavailable',
  secret_needed: 'secretNeeded',
  send_limited: 'limit',
};

function buildCallbackUrl(deps: Deps, request: FastifyRequest): string {
  return `${findBaseUrl(deps, request)}${CALLBACK_PATH}`;
}
