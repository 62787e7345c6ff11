import type { FastifyInstance, FastifyReply } from 'fastify';
import { createOidcProvider } from '../../actions/people/oidc/provider.ts';
import { isPassword } from '../../actions/people/passwords/password-hash.ts';
import { checkSecondStep } from '../../actions/people/second-factor/second-step.ts';
import { endSession } from '../../actions/people/sessions.ts';
import { isSetupOpen } from '../../actions/people/setup.ts';
import { findSignInUser } from '../../actions/people/sign-in.ts';
import { secondsLeft } from '../../actions/rate-limits.ts';
import type { Deps } from '../../app/deps.ts';
import { createSignInThrottle } from '../../http/limits/sign-in-throttle.ts';
import { findOpenSession } from '../../http/session/session-caller.ts';
import { formatEndedSessionCookie } from '../../http/session/session-cookie.ts';
import { addDemo } from '../demo-routes.ts';
import { pickLocale } from '../message-page.ts';
import { addInvitation } from './invitation-routes.ts';
import { findKnownDevice } from './known-device.ts';
import { addOidc } from './oidc-routes.ts';
import { renderMessageCard, renderSecondFactor, renderSignOutButton } from './pages.ts';
import { addPasskeys } from './passkey-routes.ts';
import {
  createPublicRoutes,
  type PublicContext,
  type PublicRoutes,
  page,
  parseOwnPath,
  redirect,
} from './public-route.ts';
import { addReset } from './reset-routes.ts';
import { addSetup } from './setup-routes.ts';
import { renderSignInPage } from './sign-in-page.ts';
import {
  continueAfterFirstFactor,
  delayAttempt,
  findNetwork,
  formatWait,
  logRejectedSignIn,
  type SignInDeps,
  setTooManyStatus,
  signInUser,
} from './sign-in-step.ts';
import { endStep, readStep } from './step-cookies.ts';

/** Registers all sign-in methods and the sign-out. */
export function registerSignIn(server: FastifyInstance, deps: Deps): void {
  const open = createPublicRoutes(server, deps);
  const signInDeps: SignInDeps = { deps, pace: createSignInThrottle(deps.rateLimits) };
  open.get('/', (context) => showFirst(deps, context));
  addSetup(open, signInDeps);
  addSignIn(open, signInDeps);
  addSecondFactor(open, signInDeps);
  addPasskeys(open, signInDeps);
  if (deps.config.passwordSignIn) addReset(open, signInDeps);
  const provider = createOidcProvider(deps.config);
  if (provider) addOidc(open, signInDeps, provider);
  addInvitation(open, signInDeps);
  if (deps.demo) addDemo(open, signInDeps, deps.demo);
  open.post('/sign-out', async ({ request, reply }) => {
    const visitor = await findOpenSession(deps, request);
    if (visitor) await endSession(deps, visitor.sessionId);
    return redirect(
      reply.header('Set-Cookie', formatEndedSessionCookie(request, deps.publicUrl())),
      deps.config.oidcRedirect ? '/sign-in?out=1' : '/sign-in',
    );
  });
}

/** Redirects to the first account of the signed-in user. */
async function showFirst(deps: Deps, { request, reply, spoken }: PublicContext) {
  const visitor = await findOpenSession(deps, request);
  if (!visitor) return redirect(reply, '/sign-in');
  const first = visitor.roles.find(({ access }) => access === 'open') ?? visitor.roles[0];
  if (first) return redirect(reply, `/${first.accountId}/`);
  const { noAccountTitle, noAccountText } = spoken.t;
  return page(reply, renderMessageCard(spoken, noAccountTitle, noAccountText, renderSignOutButton(spoken)));
}

function addSignIn(open: PublicRoutes, signInDeps: SignInDeps): void {
  const { deps } = signInDeps;

  open.get('/sign-in', async (context) => {
    const { request, reply, spoken, query } = context;
    const { t } = spoken;
    const to = parseOwnPath(query.to);
    const visitor = await findOpenSession(deps, request);
    if (visitor && query.again !== undefined) {
      const { email } = visitor.user;
      return page(
        reply,
        renderSignInPage(signInDeps, context, { to, email, notice: t.signInAgain, isAgain: true }),
      );
    }
    if (visitor) return redirect(reply, to ?? '/');
    if (await isSetupOpen(deps)) {
      return page(reply, renderMessageCard(spoken, t.setupPendingTitle, t.setupPendingText));
    }
    const isOnTheWay = query.out === undefined && query.notice === undefined;
    if (deps.config.oidcRedirect && isOnTheWay) {
      return redirect(reply, `/oidc/start?to=${encodeURIComponent(to ?? '/')}`);
    }
    const notices: Record<string, string> = { reset: t.resetDone, late: t.secondGone };
    return page(reply, renderSignInPage(signInDeps, context, { to, notice: notices[query.notice ?? ''] }));
  });

  if (!deps.config.passwordSignIn) return;
  open.post('/sign-in', async (context) => {
    const { form, request, reply, spoken } = context;
    const { email = '', password = '' } = form;
    const typed = { email: email.slice(0, 300), to: parseOwnPath(form.to) };
    const user = await findSignInUser(deps, email);
    const device = user && (await findKnownDevice(signInDeps, context, user.id));
    const seconds = device
      ? undefined
      : await delayAttempt(signInDeps, context, 'sign-in', email.trim().toLowerCase());
    if (seconds !== undefined) {
      const error = formatWait(spoken, seconds);
      return page(
        setTooManyStatus(context, seconds),
        renderSignInPage(signInDeps, context, { ...typed, error }),
      );
    }
    const isRight = await request.waitAside(
      isPassword(password, user?.password ?? null, {
        isTrusted: device !== undefined,
        group: device ?? findNetwork(request),
        isOver: () => request.raw.socket.destroyed,
      }),
    );
    if (user && isRight) {
      return continueAfterFirstFactor(
        signInDeps,
        context,
        user,
        { method: 'password', isTwoStep: false },
        form.to,
      );
    }
    logRejectedSignIn(signInDeps, context, 'password', user?.id);
    return page(reply.code(401), renderSignInPage(signInDeps, context, { ...typed, error: spoken.t.wrong }));
  });
}

/** Registers the second step. A wrong code leaves the cookie of the step unchanged; a correct one deletes it. */
function addSecondFactor(open: PublicRoutes, signInDeps: SignInDeps): void {
  const { deps } = signInDeps;
  const late = ({ reply }: PublicContext) => redirect(reply, '/sign-in?notice=late');

  open.get('/second-factor', async (context) => {
    if (!readStep(signInDeps, context, 'second')) return late(context);
    return page(context.reply, renderSecondFactor(context.spoken, {}));
  });

  open.post('/second-factor', async (context) => {
    const { form, request, reply, spoken, now } = context;
    const { until = 0, parts = [] } = readStep(signInDeps, context, 'second') ?? {};
    const [userId = '', id = '', means = '', to] = parts;
    if (userId === '') return late(context);
    const reject = (status: FastifyReply, error: string) =>
      page(status, renderSecondFactor(spoken, { error }));
    const seconds = await delayAttempt(signInDeps, context, 'second', userId);
    if (seconds !== undefined) return reject(setTooManyStatus(context, seconds), formatWait(spoken, seconds));
    const entry = { code: form.code ?? '', preferred: pickLocale(request.headers['accept-language']) };
    const result = await checkSecondStep(deps, { userId, id, means, until }, entry, now);
    const isLocked = typeof result === 'object' && 'lockedUntil' in result;
    if (isLocked || result === 'wrong') logRejectedSignIn(signInDeps, context, 'second_step', userId);
    if (result === 'wrong') return reject(reply.code(401), spoken.t.codeWrong);
    if (isLocked) {
      const wait = secondsLeft({ ends: result.lockedUntil }, now);
      return reject(setTooManyStatus(context, wait), spoken.t.codesLocked);
    }
    endStep(signInDeps, context, 'second');
    if (result === 'gone') return late(context);
    return signInUser(signInDeps, context, result.user, { method: result.method, isTwoStep: true }, to);
  });
}
