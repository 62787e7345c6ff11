import {
  findSetupAccount,
  isSetupCode,
  isSetupOpen,
  listAccountNames,
  type NewBusiness,
  setUpConsole,
} from '../../actions/people/setup.ts';
import { checkAccount } from '../../api/schemas/account/account.ts';
import { DEFAULT_NAME } from '../../domain/account/new-account.ts';
import { guessCountry } from '../message-page.ts';
import { createNewUserChallenge, readNewUser } from './new-user.ts';
import {
  type BusinessFaults,
  type PersonFaults,
  renderMessageCard,
  renderSetup,
  type Typed,
} from './pages.ts';
import { type PublicContext, type PublicRoutes, page } from './public-route.ts';
import { finishSignIn, type SignInDeps } from './sign-in-step.ts';

/** Registers the setup page. The service prints its link at startup until it is used. */
export function addSetup(open: PublicRoutes, signInDeps: SignInDeps): void {
  const { deps } = signInDeps;
  const gone = ({ reply, spoken }: PublicContext) =>
    page(reply.code(410), renderMessageCard(spoken, spoken.t.setupGoneTitle, spoken.t.setupGoneText));

  const show = (context: PublicContext, code: string, typed: Typed, faults: PersonFaults & BusinessFaults) =>
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
    if (code !== undefined && (await isSetupCode(deps, code))) {
      const known = await readBusinessValues(deps);
      const country = known.country || guessCountry(context.request.headers['accept-language']);
      return page(reply, show(context, code, { ...known, country }, {}));
    }
    if (code !== undefined || !(await isSetupOpen(deps))) return gone(context);
    return page(reply, renderMessageCard(spoken, spoken.t.setupPendingTitle, spoken.t.setupPendingText));
  });

  open.post('/setup', async (context) => {
    const { form, request, reply, now } = context;
    const code = form.code ?? '';
    if (!(await isSetupCode(deps, code))) return gone(context);
    const { business, faults: businessFaults } = readBusiness(form);
    const { person: owner, faults } = await readNewUser(signInDeps, context, form, [
      ...(await listAccountNames(deps)),
      business.name ?? '',
    ]);
    if (!owner || Object.keys(businessFaults).length > 0) {
      return page(reply.code(400), show(context, code, form, { ...faults, ...businessFaults }));
    }
    const agent = request.headers['user-agent'];
    const session = await setUpConsole(deps, code, owner, { agent, business }, now);
    if (!session) return gone(context);
    // The country suggests settings, which the next page asks to confirm.
    const account = business.country ? await findSetupAccount(deps) : undefined;
    const next = account ? `/${account.id}/settings/start` : '/';
    return finishSignIn(signInDeps, context, { ...session, method: 'setup' }, next);
  });
}

/** An installation that has worked without the console may have a name and a country already. */
async function readBusinessValues(deps: SignInDeps['deps']): Promise<Typed> {
  const account = await findSetupAccount(deps);
  if (!account) return {};
  return { business: account.name === DEFAULT_NAME ? '' : account.name, country: account.country ?? '' };
}

/** Reads the name and the country of the business. The country can be chosen later, in the settings. */
function readBusiness(form: Typed): { business: NewBusiness; faults: BusinessFaults } {
  const name = form.business?.trim().normalize('NFC');
  const { country } = form;
  const business = { ...(name && { name }), ...(country && { country }) };
  const errors = checkAccount(business).map(({ path }) => path);
  return {
    business,
    faults: {
      ...((!name || errors.includes('/name')) && { business: true }),
      ...(errors.includes('/country') && { country: true }),
    },
  };
}
