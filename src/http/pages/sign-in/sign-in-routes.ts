import type { FastifyInstance } from 'fastify';
import { createOidcProvider } from '../../../actions/person/oidc/provider.ts';
import { isSecondFactor } from '../../../actions/person/second-factor.ts';
import { endSession } from '../../../actions/person/sessions.ts';
import { isSetupOpen } from '../../../actions/person/setup.ts';
import { checkPassword, findSigner } from '../../../actions/person/sign-in.ts';
import { hashSecret } from '../../../actions/secret-code.ts';
import type { Deps } from '../../../deps.ts';
import { createSignInPace } from '../../../limits/sign-in-pace.ts';
import { renderSecondFactor, renderSignOutButton, renderWord } from '../../../web/console/sign-in/pages.ts';
import { findVisitor } from '../../session/session-caller.ts';
import { endedSessionCookie } from '../../session/session-cookie.ts';
import { addInvitation } from './invitation-routes.ts';
import { addOidc } from './oidc-routes.ts';
import { type OpenRoutes, type OpenVisit, openRoutes, ownPath, page, redirect } from './open-route.ts';
import { addPasskeys } from './passkey-routes.ts';
import { addReset } from './reset-routes.ts';
import { addSetup } from './setup-routes.ts';
import { signInPage } from './sign-in-page.ts';
import { afterFirstFactor, enter, slowDown, tooMany, type WayIn, waitWord } from './sign-in-step.ts';
import { keepStep, takeStep } from './step-cookies.ts';

/** The ways into the console and out of it. */
export function registerSignIn(server: FastifyInstance, deps: Deps): void {
  const open = openRoutes(server, deps);
  const way: WayIn = { deps, pace: createSignInPace(deps.rateLimits) };
  open.get('/', (visit) => showFirst(deps, visit));
  addSetup(open, way);
  addSignIn(open, way);
  addSecondFactor(open, way);
  addPasskeys(open, way);
  if (deps.config.passwordSignIn) addReset(open, way);
  const provider = createOidcProvider(deps.config);
  if (provider) addOidc(open, way, provider);
  addInvitation(open, way);
  open.post('/sign-out', async ({ request, reply }) => {
    const visitor = await findVisitor(deps, request);
    if (visitor) await endSession(deps, visitor.sessionId);
    return redirect(
      reply.header('Set-Cookie', endedSessionCookie(request, deps.publicUrl())),
      deps.config.oidcRedirect ? '/sign-in?out=1' : '/sign-in',
    );
  });
}

/** To the first account of whoever is signed in. */
async function showFirst(deps: Deps, { request, reply, spoken }: OpenVisit) {
  const visitor = await findVisitor(deps, request);
  if (!visitor) return redirect(reply, '/sign-in');
  const [first] = visitor.roles;
  if (first) return redirect(reply, `/${first.accountId}/`);
  const { noAccountTitle, noAccountText } = spoken.say;
  return page(reply, renderWord(spoken, noAccountTitle, noAccountText, renderSignOutButton(spoken)));
}

function addSignIn(open: OpenRoutes, way: WayIn): void {
  const { deps } = way;

  open.get('/sign-in', async (visit) => {
    const { request, reply, spoken, query } = visit;
    const { say } = spoken;
    const to = ownPath(query.to);
    const visitor = await findVisitor(deps, request);
    if (visitor && query.again !== undefined) {
      const { email } = visitor.user;
      return page(reply, signInPage(way, visit, { to, email, notice: say.signInAgain, isAgain: true }));
    }
    if (visitor) return redirect(reply, to ?? '/');
    if (await isSetupOpen(deps)) {
      return page(reply, renderWord(spoken, say.setupWaitsTitle, say.setupWaitsText));
    }
    const isOnTheWay = query.out === undefined && query.notice === undefined;
    if (deps.config.oidcRedirect && isOnTheWay) {
      return redirect(reply, `/oidc/start?to=${encodeURIComponent(to ?? '/')}`);
    }
    const notices: Record<string, string> = { reset: say.resetDone, late: say.secondGone };
    return page(reply, signInPage(way, visit, { to, notice: notices[query.notice ?? ''] }));
  });

  if (!deps.config.passwordSignIn) return;
  open.post('/sign-in', async (visit) => {
    const { form, reply, spoken } = visit;
    const { email = '', password = '' } = form;
    const typed = { email: email.slice(0, 300), to: ownPath(form.to) };
    const seconds = await slowDown(way, visit, email.trim().toLowerCase());
    if (seconds !== undefined) {
      const error = waitWord(spoken, seconds);
      return page(tooMany(visit, seconds), signInPage(way, visit, { ...typed, error }));
    }
    const user = await checkPassword(deps, email, password);
    if (!user) return page(reply.code(401), signInPage(way, visit, { ...typed, error: spoken.say.wrong }));
    return afterFirstFactor(way, visit, user, form.to);
  });
}

function addSecondFactor(open: OpenRoutes, way: WayIn): void {
  const { deps } = way;

  open.get('/second-factor', async (visit) => {
    const step = takeStep(way, visit, 'second');
    if (!step) return redirect(visit.reply, '/sign-in?notice=late');
    keepStep(way, visit, 'second', step);
    return page(visit.reply, renderSecondFactor(visit.spoken, {}));
  });

  open.post('/second-factor', async (visit) => {
    const { form, reply, spoken, now } = visit;
    const step = takeStep(way, visit, 'second');
    const [userId = '', totpHash, to] = step ?? [];
    const user = await findSigner(deps, userId);
    if (!step || !user?.totp || hashSecret(user.totp) !== totpHash) {
      return redirect(reply, '/sign-in?notice=late');
    }
    const seconds = await slowDown(way, visit, `second ${userId}`);
    const isRight = seconds === undefined && (await isSecondFactor(deps, user, form.code ?? '', now));
    if (isRight) return enter(way, visit, userId, to);
    keepStep(way, visit, 'second', step);
    const error = seconds === undefined ? spoken.say.codeWrong : waitWord(spoken, seconds);
    const status = seconds === undefined ? reply.code(401) : tooMany(visit, seconds);
    return page(status, renderSecondFactor(spoken, { error }));
  });
}
