import type { FastifyInstance } from 'fastify';
import { hashCode } from '../../../actions/person/secret-code.ts';
import { endSession } from '../../../actions/person/sessions.ts';
import { isSetupCode, isSetupOpen, setUp } from '../../../actions/person/setup.ts';
import { checkPassword, signIn } from '../../../actions/person/sign-in.ts';
import type { Deps } from '../../../deps.ts';
import { fill } from '../../../i18n/fill.ts';
import { nearestAddress, networkOf } from '../../../limits/sign-in-limit.ts';
import { createSignInPace } from '../../../limits/sign-in-pace.ts';
import {
  renderSetup,
  renderSignIn,
  renderSignOutButton,
  renderWord,
} from '../../../web/console/sign-in/pages.ts';
import { findVisitor } from '../../session/session-caller.ts';
import { endedSessionCookie } from '../../session/session-cookie.ts';
import { type OpenRoutes, type OpenVisit, openRoutes, ownPath, page, redirect } from './open-route.ts';
import { readPerson, withHash } from './person-form.ts';

/** The way into the console and out of it. */
export function registerSignIn(server: FastifyInstance, deps: Deps): void {
  const open = openRoutes(server, deps);
  open.get('/', (visit) => showFirst(deps, visit));
  addSetup(open, deps);
  addSignIn(open, deps);
  open.post('/sign-out', async ({ request, reply }) => {
    const visitor = await findVisitor(deps, request);
    if (visitor) await endSession(deps, visitor.sessionId);
    return redirect(reply.header('Set-Cookie', endedSessionCookie(request, deps.publicUrl())), '/sign-in');
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

function addSetup(open: OpenRoutes, deps: Deps): void {
  const gone = ({ reply, spoken }: OpenVisit) =>
    page(reply.code(410), renderWord(spoken, spoken.say.setupGoneTitle, spoken.say.setupGoneText));

  open.get('/setup', async (visit) => {
    const { code } = visit.query;
    const { spoken, reply } = visit;
    if (code !== undefined && (await isSetupCode(deps, code)))
      return page(reply, renderSetup(spoken, code, {}, {}));
    if (code !== undefined || !(await isSetupOpen(deps))) return gone(visit);
    return page(reply, renderWord(spoken, spoken.say.setupWaitsTitle, spoken.say.setupWaitsText));
  });

  open.post('/setup', async (visit) => {
    const { form, request, reply, spoken, now } = visit;
    const code = form.code ?? '';
    if (!(await isSetupCode(deps, code))) return gone(visit);
    const { person, faults } = readPerson(form);
    if (!person) return page(reply.code(400), renderSetup(spoken, code, form, faults));
    const token = await setUp(deps, code, await withHash(person), request.headers['user-agent'], now);
    return token === undefined ? gone(visit) : open.enter(visit, token, '/');
  });
}

function addSignIn(open: OpenRoutes, deps: Deps): void {
  const pace = createSignInPace(deps.rateLimits);

  open.get('/sign-in', async ({ request, reply, spoken, query }) => {
    const { say } = spoken;
    const to = ownPath(query.to);
    const visitor = await findVisitor(deps, request);
    if (visitor && query.again !== undefined) {
      return page(reply, renderSignIn(spoken, { to, email: visitor.user.email, notice: say.signInAgain }));
    }
    if (visitor) return redirect(reply, to ?? '/');
    if (await isSetupOpen(deps))
      return page(reply, renderWord(spoken, say.setupWaitsTitle, say.setupWaitsText));
    return page(reply, renderSignIn(spoken, { to }));
  });

  open.post('/sign-in', async (visit) => {
    const { form, request, reply, spoken, now } = visit;
    const { email = '', password = '' } = form;
    const typed = { email: email.slice(0, 300), to: ownPath(form.to) };
    const tried = {
      network: networkOf(nearestAddress(request)),
      person: hashCode(email.trim().toLowerCase()),
    };
    const seconds = await pace.wait(tried, now);
    if (seconds !== undefined) {
      const error = fill(spoken.say.tooMany, { seconds: String(seconds) });
      return page(reply.code(429).header('Retry-After', seconds), renderSignIn(spoken, { ...typed, error }));
    }
    const user = await checkPassword(deps, email, password);
    if (!user) return page(reply.code(401), renderSignIn(spoken, { ...typed, error: spoken.say.wrong }));
    const replaced = await findVisitor(deps, request);
    const token = await signIn(deps, user.id, { agent: request.headers['user-agent'], replaced }, now);
    return open.enter(visit, token, form.to);
  });
}
