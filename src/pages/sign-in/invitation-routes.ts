import {
  acceptAsKnown,
  acceptAsNew,
  type OpenedInvitation,
  openInvitation,
} from '../../actions/people/invitations.ts';
import { findOpenSession } from '../../http/session/session-caller.ts';
import { createNewUserChallenge, readNewUser } from './new-user.ts';
import { renderInvitation, renderMessageCard } from './pages.ts';
import { type PublicContext, type PublicRoutes, page, redirect } from './public-route.ts';
import { finishSignIn, type SignInDeps } from './sign-in-step.ts';

/**
 * Registers the pages of an invitation. Opening the link changes nothing. Known users sign in; new users choose a password
 * or a passkey.
 */
export function addInvitation(open: PublicRoutes, signInDeps: SignInDeps): void {
  const { deps } = signInDeps;
  const gone = ({ reply, spoken }: PublicContext) =>
    page(
      reply.code(410),
      renderMessageCard(spoken, spoken.t.invitationGoneTitle, spoken.t.invitationGoneText),
    );

  async function findState({ request }: PublicContext, { email, isKnown }: OpenedInvitation) {
    if (!isKnown) return 'new' as const;
    const visitor = await findOpenSession(deps, request);
    if (!visitor) return 'sign-in' as const;
    return visitor.user.email === email ? visitor.user : ('other' as const);
  }

  const listMethods = (context: PublicContext) => ({
    hasPassword: deps.config.passwordSignIn,
    passkey: createNewUserChallenge(signInDeps, context),
  });

  open.get('/invitation', async (context) => {
    const { query, reply, spoken, now } = context;
    const code = query.code ?? '';
    const opened = await openInvitation(deps, code, now);
    if (!opened) return gone(context);
    const kind = await findState(context, opened);
    const state = typeof kind === 'string' ? kind : ('join' as const);
    const shown = { ...opened, code, state, typed: {}, faults: {}, ...listMethods(context) };
    return page(reply, renderInvitation(spoken, shown));
  });

  open.post('/invitation', async (context) => {
    const { form, request, reply, spoken, now } = context;
    const code = form.code ?? '';
    const opened = await openInvitation(deps, code, now);
    if (!opened) return gone(context);
    const kind = await findState(context, opened);
    if (typeof kind !== 'string') {
      const accountId = await acceptAsKnown(deps, code, kind, now);
      return accountId === undefined ? gone(context) : redirect(reply, `/${accountId}/`);
    }
    if (kind !== 'new') return redirect(reply, `/invitation?code=${encodeURIComponent(code)}`);
    const { person, faults } = await readNewUser(signInDeps, context, { ...form, email: opened.email }, [
      opened.business,
    ]);
    if (!person) {
      const shown = { ...opened, code, state: kind, typed: form, faults, ...listMethods(context) };
      return page(reply.code(400), renderInvitation(spoken, shown));
    }
    const session = await acceptAsNew(deps, code, person, request.headers['user-agent'], now);
    if (!session) return gone(context);
    return finishSignIn(signInDeps, context, { ...session, method: 'invitation' }, `/${opened.accountId}/`);
  });
}
