import { createKeyOf, listedKeys, revokeKeyOf } from '../../../../actions/account/accounts.ts';
import { personName } from '../../../../domain/person/person.ts';
import { type KeysView, keysPage } from '../../../../web/console/people/keys-page.ts';
import { shownOnce } from '../../../../web/console/people/people-page.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { noticeOf, orRefused, recently } from './settings-route.ts';

const PATH = '/settings/keys';

export const keyPageRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'owner', handle: show },
  { method: 'POST', path: PATH, minRole: 'owner', handle: recently(create, PATH) },
  { method: 'POST', path: `${PATH}/:id/revoke`, minRole: 'owner', handle: recently(revoke, PATH) },
];

async function show(context: PageContext): Promise<PageReply> {
  const { people } = context.say;
  const notice = noticeOf(context, {
    revoked: { tone: 'good', text: people.revoked },
    gone: { tone: 'info', text: people.gone },
  });
  return render(context, { notice });
}

async function render(context: PageContext, more: Partial<KeysView>, status = 200): Promise<PageReply> {
  const keys = (await listedKeys(context.deps, context.account.id)).filter(
    ({ revokedAt }) => revokedAt === null,
  );
  return { status, page: keysPage(context, { keys, ...more }) };
}

async function create(context: PageContext): Promise<PageReply> {
  const { deps, account, form, say } = context;
  const name = personName(form.name ?? '');
  if (name === undefined) return render(context, { typed: { name: form.name }, nameFault: true }, 400);
  let secret = '';
  const scopes = form.readOnly === undefined ? ('read,write' as const) : ('read' as const);
  await createKeyOf(
    deps,
    account.id,
    { name, scopes },
    {
      repeatable: undefined,
      respond(key) {
        secret = key.secret;
        return { status: 201 };
      },
      now: deps.clock(),
    },
  );
  return render(context, { notice: { tone: 'good', text: shownOnce(say.people.keyCreated, [secret]) } });
}

async function revoke(context: PageContext): Promise<PageReply> {
  const { deps, account, params, base } = context;
  return orRefused(
    async () => {
      await revokeKeyOf(deps, account.id, params.id ?? '', deps.clock());
      return { redirect: `${base}${PATH}?notice=revoked` };
    },
    () => ({ redirect: `${base}${PATH}?notice=gone` }),
  );
}
