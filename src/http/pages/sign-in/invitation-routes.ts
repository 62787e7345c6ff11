import {
  acceptAsKnown,
  acceptAsNew,
  type OpenedInvitation,
  openInvitation,
} from '../../../actions/person/invitations.ts';
import { renderInvitation, renderWord } from '../../../web/console/sign-in/pages.ts';
import { findVisitor } from '../../session/session-caller.ts';
import { passkeyOfNew, readNewPerson } from './new-person.ts';
import { type OpenRoutes, type OpenVisit, page, redirect } from './open-route.ts';
import { enterWith, type WayIn } from './sign-in-step.ts';

/**
 * Registers the pages of an invitation. Opening the link changes nothing. Known users sign in; new users choose a password
 * or a passkey.
 */
export function addInvitation(open: OpenRoutes, way: WayIn): void {
  const { deps } = way;
  const gone = ({ reply, spoken }: OpenVisit) =>
    page(reply.code(410), renderWord(spoken, spoken.say.invitationGoneTitle, spoken.say.invitationGoneText));

  async function wayOf({ request }: OpenVisit, { email, isKnown }: OpenedInvitation) {
    if (!isKnown) return 'new' as const;
    const visitor = await findVisitor(deps, request);
    if (!visitor) return 'sign-in' as const;
    return visitor.user.email === email ? visitor.user : ('other' as const);
  }

  const waysIn = (context: OpenVisit) => ({
    hasPassword: deps.config.passwordSignIn,
    passkey: passkeyOfNew(way, context),
  });

  open.get('/invitation', async (context) => {
    const { query, reply, spoken, now } = context;
    const code = query.code ?? '';
    const opened = await openInvitation(deps, code, now);
    if (!opened) return gone(context);
    const kind = await wayOf(context, opened);
    const state = typeof kind === 'string' ? kind : ('join' as const);
    const shown = { ...opened, code, state, typed: {}, faults: {}, ...waysIn(context) };
    return page(reply, renderInvitation(spoken, shown));
  });

  open.post('/invitation', async (context) => {
    const { form, request, reply, spoken, now } = context;
    const code = form.code ?? '';
    const opened = await openInvitation(deps, code, now);
    if (!opened) return gone(context);
    const kind = await wayOf(context, opened);
    if (typeof kind !== 'string') {
      const accountId = await acceptAsKnown(deps, code, kind, now);
      return accountId === undefined ? gone(context) : redirect(reply, `/${accountId}/`);
    }
    if (kind !== 'new') return redirect(reply, `/invitation?code=${encodeURIComponent(code)}`);
    const { person, faults } = await readNewPerson(way, context, { ...form, email: opened.email }, [
      opened.business,
    ]);
    if (!person) {
      const shown = { ...opened, code, state: kind, typed: form, faults, ...waysIn(context) };
      return page(reply.code(400), renderInvitation(spoken, shown));
    }
    const session = await acceptAsNew(deps, code, person, request.headers['user-agent'], now);
    if (!session) return gone(context);
    return enterWith(way, context, { ...session, method: 'invitation' }, `/${opened.accountId}/`);
  });
}
