import { accountNames, isSetupCode, isSetupOpen, setUp } from '../../../actions/person/setup.ts';
import {
  type PersonFaults,
  renderSetup,
  renderWord,
  type Typed,
} from '../../../web/console/sign-in/pages.ts';
import { passkeyOfNew, readNewPerson } from './new-person.ts';
import { type OpenRoutes, type OpenVisit, page } from './open-route.ts';
import { enterWith, type WayIn } from './sign-in-step.ts';

/** Registers the setup page. The service prints its link at startup until it is used. */
export function addSetup(open: OpenRoutes, way: WayIn): void {
  const { deps } = way;
  const gone = ({ reply, spoken }: OpenVisit) =>
    page(reply.code(410), renderWord(spoken, spoken.say.setupGoneTitle, spoken.say.setupGoneText));

  const show = (context: OpenVisit, code: string, typed: Typed, faults: PersonFaults) =>
    renderSetup(context.spoken, {
      code,
      typed,
      faults,
      hasPassword: deps.config.passwordSignIn,
      provider: deps.config.oidcIssuer === null ? undefined : deps.config.oidcName,
      passkey: passkeyOfNew(way, context),
    });

  open.get('/setup', async (context) => {
    const { code } = context.query;
    const { spoken, reply } = context;
    if (code !== undefined && (await isSetupCode(deps, code)))
      return page(reply, show(context, code, {}, {}));
    if (code !== undefined || !(await isSetupOpen(deps))) return gone(context);
    return page(reply, renderWord(spoken, spoken.say.setupWaitsTitle, spoken.say.setupWaitsText));
  });

  open.post('/setup', async (context) => {
    const { form, request, reply, now } = context;
    const code = form.code ?? '';
    if (!(await isSetupCode(deps, code))) return gone(context);
    const { person: owner, faults } = await readNewPerson(way, context, form, await accountNames(deps));
    if (!owner) return page(reply.code(400), show(context, code, form, faults));
    const session = await setUp(deps, code, owner, request.headers['user-agent'], now);
    return session ? enterWith(way, context, { ...session, method: 'setup' }, '/') : gone(context);
  });
}
