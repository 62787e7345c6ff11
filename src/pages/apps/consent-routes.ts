import type { FastifyInstance, FastifyReply } from 'fastify';
import { allowApp, isWithinAccess, limitAccess } from '../../actions/apps/allow-app.ts';
import { type AppProblem, findApp } from '../../actions/apps/find-app.ts';
import { isRecent } from '../../actions/people/sessions.ts';
import { listResources } from '../../api/apps/metadata.ts';
import type { Deps } from '../../app/deps.ts';
import type { App } from '../../domain/apps/app.ts';
import {
  type AuthorizationRequest,
  parseAuthorization,
  readParameters,
  readSender,
} from '../../domain/apps/authorization-request.ts';
import { addResponse, isRegisteredRedirect } from '../../domain/apps/redirect-uri.ts';
import { KEY_SCOPES } from '../../domain/people/key-scopes.ts';
import type { SignedIn } from '../../domain/people/signed-in.ts';
import { findSignedIn } from '../../http/session/session-caller.ts';
import { findBaseUrl } from '../../http/session/site.ts';
import { type ConsoleTexts, findConsoleTexts } from '../../i18n/console.ts';
import { type Locale, resolveLocale } from '../../i18n/locale.ts';
import { pickLocale } from '../message-page.ts';
import { createPublicRoutes, type PublicContext, page, redirect } from '../sign-in/public-route.ts';
import { renderConsent, renderGoOn, renderRejected } from './consent-page.ts';

const PATH = '/oauth/authorize';
/** Longest request of an app, in characters: a sign-in must be able to come back to it. */
const MAX_QUERY = 1_900;

/** A request of an app that a signed-in person can decide on. */
interface Asked {
  query: string;
  person: SignedIn;
  app: App;
  request: AuthorizationRequest;
  texts: { locale: Locale; t: ConsoleTexts };
}

/** Registers the page on which a person allows an app to act for them. */
export function registerConsent(server: FastifyInstance, deps: Deps): void {
  const open = createPublicRoutes(server, deps);

  open.get(PATH, async (context) => {
    const [, query = ''] = /\?(.*)/.exec(context.request.url) ?? [];
    const asked = await readRequest(deps, context, query);
    return 'app' in asked ? page(context.reply, renderConsent(asked.texts, describe(asked))) : asked;
  });

  open.post(PATH, async (context) => {
    const { form, reply, now } = context;
    const asked = await readRequest(deps, context, form.request ?? '');
    if (!('app' in asked)) return asked;
    const { app, person, request, texts } = asked;
    const show = (error?: 'choose' | 'refused') =>
      page(reply.code(error ? 400 : 200), renderConsent(texts, { ...describe(asked), chosen: form, error }));
    // The page was opened by somebody else, who has signed out since.
    if (form.user !== person.user.id) return show();
    const goOn = (response: Record<string, string>) => {
      const { redirectUri, state } = request;
      const url = addResponse(redirectUri, { ...response, state, iss: findBaseUrl(deps, context.request) });
      // By a page of our own: the policy allows forms to this site only, also after redirects.
      return page(reply.header('Refresh', `0; url=${url}`), renderGoOn(texts, { app, url }));
    };
    if (form.decision === 'deny') return goOn({ error: 'access_denied' });
    const account = describe(asked).accounts.find(({ id }) => id === form.account);
    const access = KEY_SCOPES.find((scope) => scope === form.access);
    if (form.decision !== 'allow' || !account || !access) return show('choose');
    const by = { accountId: account.id, userId: person.user.id, sessionId: person.sessionId };
    const seesCosts = form.costs === 'on';
    const code = await allowApp(deps, { app, request }, { ...by, access, seesCosts }, now);
    return code === undefined ? show('refused') : goOn({ code });
  });
}

/** Returns the request of the app, or a reply: a sign-in, or the reason why it cannot be decided on. */
async function readRequest(deps: Deps, context: PublicContext, query: string): Promise<Asked | FastifyReply> {
  const { request, reply, now } = context;
  const person = await findSignedIn(deps, request, reply);
  const locale = person?.user.locale
    ? resolveLocale(person.user.locale)
    : pickLocale(request.headers['accept-language']);
  const texts = findConsoleTexts(locale);
  // Nothing leads back to the app by itself, so that this page cannot be used to redirect people to any site.
  const reject = (why: AppProblem | 'redirect' | 'request', back?: { url: string; description: string }) =>
    page(reply.code(why === 'busy' ? 429 : 400), renderRejected(texts, why, back));
  if (query.length > MAX_QUERY) return reject('request');
  if (!person || !isRecent(person, now)) {
    const to = encodeURIComponent(`${PATH}?${query}`);
    return redirect(reply, `/sign-in?${person ? 'again=1&' : ''}to=${to}`);
  }
  const baseUrl = findBaseUrl(deps, request);
  const parameters = readParameters(query);
  const sender = readSender(parameters);
  if (!sender) return reject('request');
  const app = await findApp(deps, sender.clientId, person.user.id, now);
  if (typeof app === 'string') return reject(app);
  if (!isRegisteredRedirect(app.redirectUris, sender.redirectUri)) return reject('redirect');
  const parsed = parseAuthorization(parameters, listResources(baseUrl));
  if (!('error' in parsed)) return { query, person, app, texts, request: { ...sender, ...parsed } };
  const { error, description } = parsed;
  const response = { error, error_description: description, state: sender.state, iss: baseUrl };
  return reject('request', { url: addResponse(sender.redirectUri, response), description });
}

function describe({ query, app, person, request }: Asked) {
  const accounts = person.accounts.filter(({ access, closedAt }) => access === 'open' && closedAt === null);
  const most = accounts.map(({ role }) => limitAccess(request.access, role));
  return {
    ...{ query, app, request, accounts, user: person.user },
    scopes: KEY_SCOPES.filter((scope) => most.some((each) => isWithinAccess(scope, each))),
    hasCosts: accounts.some(({ seesCosts }) => seesCosts),
  };
}
