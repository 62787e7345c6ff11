import type { FastifyInstance, FastifyReply } from 'fastify';
import { createOidcProvider } from '../../../actions/person/oidc/provider.ts';
import { isPassword } from '../../../actions/person/password-hash.ts';
import { checkSecondStep } from '../../../actions/person/second-factor/second-step.ts';
import { endSession } from '../../../actions/person/sessions.ts';
import { isSetupOpen } from '../../../actions/person/setup.ts';
import { findSigner } from '../../../actions/person/sign-in.ts';
import type { Deps } from '../../../deps.ts';
import { secondsLeft } from '../../../limits/rate-limits.ts';
import { createSignInPace } from '../../../limits/sign-in-pace.ts';
import { renderSecondFactor, renderSignOutButton, renderWord } from '../../../web/console/sign-in/pages.ts';
import { pickLocale } from '../../../web/message-page.ts';
import { findVisitor } from '../../session/session-caller.ts';
import { endedSessionCookie } from '../../session/session-cookie.ts';
import { addInvitation } from './invitation-routes.ts';
import { findKnownDevice } from './known-device.ts';
import { addOidc } from './oidc-routes.ts';
import { type OpenRoutes, type OpenVisit, openRoutes, ownPath, page, redirect } from './open-route.ts';
import { addPasskeys } from './passkey-routes.ts';
import { addReset } from './reset-routes.ts';
import { addSetup } from './setup-routes.ts';
import { signInPage } from './sign-in-page.ts';
import {
  afterFirstFactor,
  enter,
  networkIn,
  slowDown,
  tooMany,
  type WayIn,
  waitWord,
} from './sign-in-step.ts';
import { endStep, readStep } from './step-cookies.ts';

/** Registers all sign-in methods and the sign-out. */
export function registerSignIn(server: FastifyInstance, deps: Deps): void {
  const open = openRoutes(server, deps);
  const way: WayIn = { deps, pace: createSignInPace(deps.rateLimits) };
  open.get('/', (context) => showFirst(deps, context));
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

/** Redirects to the first account of the signed-in user. */
async function showFirst(deps: Deps, { request, reply, spoken }: OpenVisit) {
  const visitor = await findVisitor(deps, request);
  if (!visitor) return redirect(reply, '/sign-in');
  const first = visitor.roles.find(({ access }) => access === 'open') ?? visitor.roles[0];
  if (first) return redirect(reply, `/${first.accountId}/`);
  const { noAccountTitle, noAccountText } = spoken.say;
  return page(reply, renderWord(spoken, noAccountTitle, noAccountText, renderSignOutButton(spoken)));
}

function addSignIn(open: OpenRoutes, way: WayIn): void {
  const { deps } = way;

  open.get('/sign-in', async (context) => {
    const { request, reply, spoken, query } = context;
    const { say } = spoken;
    const to = ownPath(query.to);
    const visitor = await findVisitor(deps, request);
    if (visitor && query.again !== undefined) {
      const { email } = visitor.user;
      return page(reply, signInPage(way, context, { to, email, notice: say.signInAgain, isAgain: true }));
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
    return page(reply, signInPage(way, context, { to, notice: notices[query.notice ?? ''] }));
  });

  if (!deps.config.passwordSignIn) return;
  open.post('/sign-in', async (context) => {
    const { form, request, reply, spoken } = context;
    const { email = '', password = '' } = form;
    const typed = { email: email.slice(0, 300), to: ownPath(form.to) };
    const user = await findSigner(deps, email);
    const device = user && (await findKnownDevice(way, context, user.id));
    const seconds = device ? undefined : await slowDown(way, context, 'sign-in', email.trim().toLowerCase());
    if (seconds !== undefined) {
      const error = waitWord(spoken, seconds);
      return page(tooMany(context, seconds), signInPage(way, context, { ...typed, error }));
    }
    const isRight = await request.waitAside(
      isPassword(password, user?.password ?? null, {
        isTrusted: device !== undefined,
        group: device ?? networkIn(request),
        isOver: () => request.raw.socket.destroyed,
      }),
    );
    if (user && isRight) {
      return afterFirstFactor(way, context, user, { method: 'password', isTwoStep: false }, form.to);
    }
    return page(reply.code(401), signInPage(way, context, { ...typed, error: spoken.say.wrong }));
  });
}

/** Registers the second step. A wrong code leaves the cookie of the step unchanged; a correct one deletes it. */
function addSecondFactor(open: OpenRoutes, way: WayIn): void {
  const { deps } = way;
  const late = ({ reply }: OpenVisit) => redirect(reply, '/sign-in?notice=late');

  open.get('/second-factor', async (context) => {
    if (!readStep(way, context, 'second')) return late(context);
    return page(context.reply, renderSecondFactor(context.spoken, {}));
  });

  open.post('/second-factor', async (context) => {
    const { form, request, reply, spoken, now } = context;
    const { until = 0, parts = [] } = readStep(way, context, 'second') ?? {};
    const [userId = '', id = '', means = '', to] = parts;
    if (userId === '') return late(context);
    const refuse = (status: FastifyReply, error: string) =>
      page(status, renderSecondFactor(spoken, { error }));
    const seconds = await slowDown(way, context, 'second', userId);
    if (seconds !== undefined) return refuse(tooMany(context, seconds), waitWord(spoken, seconds));
    const entry = { code: form.code ?? '', wished: pickLocale(request.headers['accept-language']) };
    const result = await checkSecondStep(deps, { userId, id, means, until }, entry, now);
    if (result === 'wrong') return refuse(reply.code(401), spoken.say.codeWrong);
    if (result !== 'gone' && 'lockedUntil' in result) {
      const wait = secondsLeft({ ends: result.lockedUntil }, now);
      return refuse(tooMany(context, wait), spoken.say.codesLocked);
    }
    endStep(way, context, 'second');
    if (result === 'gone') return late(context);
    return enter(way, context, result.user, { method: result.method, isTwoStep: true }, to);
  });
}
