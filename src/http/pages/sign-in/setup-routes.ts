import { isSetupCode, isSetupOpen, listAccountNames, setUpConsole } from '../../../actions/person/setup.ts';
import {
  type PersonFaults,
  renderMessageCard,
  renderSetup,
  type Typed,
} from '../../../web/console/sign-in/pages.ts';
import { createNewUserChallenge, readNewUser } from './new-user.ts';
import { type PublicContext, type PublicRoutes, page } from './public-route.ts';
import { finishSignIn, type SignInDeps } from './sign-in-step.ts';

/** Registers the setup page. The service prints its link at startup until it is used. */
export function addSetup(open: PublicRoutes, signInDeps: SignInDeps): void {
  const { deps } = signInDeps;
  const gone = ({ reply, spoken }: PublicContext) =>
    page(reply.code(410), renderMessageCard(spoken, spoken.t.setupGoneTitle, spoken.t.setupGoneText));

  const show = (context: PublicContext, code: string, typed: Typed, faults: PersonFaults) =>
    renderSetup(context.spoken, {
      code,
      typed,
      faults,
      hasPassword: deps.config.passwordSignIn,
      provider: deps.config.oidcIssuer === null ? undefined : deps.config.oidcName,
      passkey: createNewUserChallenge(signInDeps, context),
    });

  open.get('/setup', async (context) => {
    const { code } = context.query;
    const { spoken, reply } = context;
    if (code !== undefined && (await isSetupCode(deps, code)))
      return page(reply, show(context, code, {}, {}));
    if (code !== undefined || !(await isSetupOpen(deps))) return gone(context);
    return page(reply, renderMessageCard(spoken, spoken.t.setupPendingTitle, spoken.t.setupPendingText));
  });

  open.post('/setup', async (context) => {
    const { form, request, reply, now } = context;
    const code = form.code ?? '';
    if (!(await isSetupCode(deps, code))) return gone(context);
    const { person: owner, faults } = await readNewUser(
      signInDeps,
      context,
      form,
      await listAccountNames(deps),
    );
    if (!owner) return page(reply.code(400), show(context, code, form, faults));
    const session = await setUpConsole(deps, code, owner, request.headers['user-agent'], now);
    return session ? finishSignIn(signInDeps, context, { ...session, method: 'setup' }, '/') : gone(context);
  });
}
