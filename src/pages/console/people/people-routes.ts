import { changeAccount } from '../../../actions/account/change-account.ts';
import { readLimitUses } from '../../../actions/account/limits/account-limits.ts';
import { invite, listAccountInvitations, withdrawInvitation } from '../../../actions/people/invitations.ts';
import { changeMember, listAccountMembers, removeMember } from '../../../actions/people/members.ts';
import { normalizeEmail } from '../../../domain/people/person.ts';
import { isRole } from '../../../domain/people/role.ts';
import { fill } from '../../../i18n/fill.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { buildPeoplePage, type PeopleView, renderSecret } from './people-page.ts';
import { findNotice, orErrorPage, requireRecentSignIn } from './settings-route.ts';

const PATH = '/settings/people';
const change = { method: 'POST', minRole: 'owner' } as const;

export const peopleRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'owner', handle: show },
  { ...change, path: `${PATH}/two-step`, handle: requireRecentSignIn(requireTwoStep, PATH) },
  { ...change, path: `${PATH}/:id/role`, handle: requireRecentSignIn(putRole, PATH) },
  { ...change, path: `${PATH}/:id/remove`, handle: requireRecentSignIn(remove, PATH) },
  { ...change, path: `${PATH}/invitations`, handle: requireRecentSignIn(inviteOne, PATH) },
  { ...change, path: `${PATH}/invitations/:id/withdraw`, handle: requireRecentSignIn(withdraw, PATH) },
];

async function show(context: PageContext): Promise<PageReply> {
  const { people } = context.t;
  const good = (text: string) => ({ tone: 'good', text }) as const;
  const notice = findNotice(context, {
    role: good(people.roleChanged),
    // The rights of the form are for members only.
    'role-only': good(`${people.roleChanged} ${people.rightsIntro}`),
    removed: good(fill(people.removed, { name: context.query.name ?? '' })),
    invited: good(fill(people.invited, { email: context.query.email ?? '' })),
    withdrawn: good(people.withdrawn),
    'two-step': good(people.twoStepChanged),
  });
  return render(context, { notice });
}

async function render(context: PageContext, more: Partial<PeopleView>, status = 200): Promise<PageReply> {
  const { deps, account, person } = context;
  const [members, invitations, { people: limit }] = await Promise.all([
    listAccountMembers(deps, account.id),
    listAccountInvitations(deps, account.id, deps.clock()),
    readLimitUses(deps, account.id, ['people']),
  ]);
  return {
    status,
    page: buildPeoplePage(context, {
      ...{ members, invitations, limit, ownId: person.user.id, requiresTwoStep: account.requireTwoStep },
      ...more,
    }),
  };
}

async function requireTwoStep({ deps, account, form, base, now }: PageContext): Promise<PageReply> {
  await changeAccount(deps, account.id, { patch: { requireTwoStep: form.require === '1' } }, now);
  return { redirect: `${base}${PATH}?notice=two-step` };
}

async function putRole(context: PageContext): Promise<PageReply> {
  const { deps, account, params, form, base } = context;
  const { role } = form;
  if (!isRole(role)) return render(context, {}, 400);
  return withRefusals(context, async () => {
    const rights = { seesCosts: form.seesCosts === 'on', mayApprove: form.mayApprove === 'on' };
    const change = { role, ...(role === 'member' && rights) };
    await changeMember(deps, account.id, params.id ?? '', change, deps.clock());
    const isLeftOut = role === 'reader' && (rights.seesCosts || rights.mayApprove);
    return { redirect: `${base}${PATH}?notice=${isLeftOut ? 'role-only' : 'role'}` };
  });
}

async function remove(context: PageContext): Promise<PageReply> {
  const { deps, account, params, base, person } = context;
  const id = params.id ?? '';
  return withRefusals(context, async () => {
    const name = (await listAccountMembers(deps, account.id)).find((member) => member.id === id)?.name ?? '';
    await removeMember(deps, account.id, id);
    if (id === person.user.id) return { redirect: '/' };
    return { redirect: `${base}${PATH}?notice=removed&name=${encodeURIComponent(name)}` };
  });
}

async function inviteOne(context: PageContext): Promise<PageReply> {
  const { deps, account, form, base, person } = context;
  const { people } = context.t;
  const email = normalizeEmail(form.email ?? '');
  const { role } = form;
  const typed = { email: form.email, role };
  if (email === undefined || !isRole(role)) return render(context, { typed, emailFault: true }, 400);
  return withRefusals(context, async () => {
    const hasMailServer = deps.config.smtpUrl !== null;
    const inviting = { ...deps, baseUrl: deps.publicUrl(), hasMailServer };
    const wanted = { email, role, by: person.user };
    const { isMailed, url } = await invite(inviting, account.id, wanted, deps.clock());
    if (isMailed) {
      return { redirect: `${base}${PATH}?notice=invited&email=${encodeURIComponent(email)}` };
    }
    const text = renderSecret(context, fill(people.invitedNoMail, { email }), [url]);
    return render(context, { notice: { tone: 'info', text } });
  });
}

async function withdraw(context: PageContext): Promise<PageReply> {
  const { deps, account, params, base } = context;
  return withRefusals(context, async () => {
    await withdrawInvitation(deps, account.id, params.id ?? '');
    return { redirect: `${base}${PATH}?notice=withdrawn` };
  });
}

function withRefusals(context: PageContext, work: () => Promise<PageReply>): Promise<PageReply> {
  const { people } = context.t;
  const texts: Record<string, string> = {
    last_owner: people.lastOwner,
    already_member: people.alreadyMember,
    too_many_invitations: people.tooManyInvitations,
    limit_reached: people.limitReached,
    not_found: people.gone,
  };
  let rejection: { text: string; status: number } | undefined;
  return orErrorPage(work, ({ code, status }) => {
    const text = texts[code];
    rejection = text === undefined ? undefined : { text, status };
    return rejection && { redirect: '' };
  }).then((reply) =>
    rejection ? render(context, { notice: { tone: 'bad', text: rejection.text } }, rejection.status) : reply,
  );
}
