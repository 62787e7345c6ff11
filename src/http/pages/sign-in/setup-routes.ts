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

/** The link that the start of the service shows, until somebody has used it. */
export function addSetup(open: OpenRoutes, way: WayIn): void {
  const { deps } = way;
  const gone = ({ reply, spoken }: OpenVisit) =>
    page(reply.code(410), renderWord(spoken, spoken.say.setupGoneTitle, spoken.say.setupGoneText));

  const show = (visit: OpenVisit, code: string, typed: Typed, faults: PersonFaults) =>
    renderSetup(visit.spoken, {
      code,
      typed,
      faults,
      hasPassword: deps.config.passwordSignIn,
      provider: deps.config.oidcIssuer === null ? undefined : deps.config.oidcName,
      passkey: passkeyOfNew(way, visit),
    });

  open.get('/setup', async (visit) => {
    const { code } = visit.query;
    const { spoken, reply } = visit;
    if (code !== undefined && (await isSetupCode(deps, code))) return page(reply, show(visit, code, {}, {}));
    if (code !== undefined || !(await isSetupOpen(deps))) return gone(visit);
    return page(reply, renderWord(spoken, spoken.say.setupWaitsTitle, spoken.say.setupWaitsText));
  });

  open.post('/setup', async (visit) => {
    const { form, request, reply, now } = visit;
    const code = form.code ?? '';
    if (!(await isSetupCode(deps, code))) return gone(visit);
    const { person: owner, faults } = await readNewPerson(way, visit, form, await accountNames(deps));
    if (!owner) return page(reply.code(400), show(visit, code, form, faults));
    const session = await setUp(deps, code, owner, request.headers['user-agent'], now);
    return session ? enterWith(way, visit, { ...session, method: 'setup' }, '/') : gone(visit);
  });
}
