import { createAccountKey, listAccountKeys, revokeAccountKey } from '../../../../actions/account/accounts.ts';
import { normalizePersonName } from '../../../../domain/person/person.ts';
import { buildKeysPage, type KeysView } from '../../../../web/console/people/keys-page.ts';
import { renderSecret } from '../../../../web/console/people/people-page.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { findNotice, orErrorPage, requireRecentSignIn } from './settings-route.ts';

const PATH = '/settings/keys';

export const keyPageRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'owner', handle: show },
  { method: 'POST', path: PATH, minRole: 'owner', handle: requireRecentSignIn(create, PATH) },
  { method: 'POST', path: `${PATH}/:id/revoke`, minRole: 'owner', handle: requireRecentSignIn(revoke, PATH) },
];

async function show(context: PageContext): Promise<PageReply> {
  const { people } = context.t;
  const notice = findNotice(context, {
    revoked: { tone: 'good', text: people.revoked },
    gone: { tone: 'info', text: people.gone },
  });
  return render(context, { notice });
}

async function render(context: PageContext, more: Partial<KeysView>, status = 200): Promise<PageReply> {
  const keys = (await listAccountKeys(context.deps, context.account.id)).filter(
    ({ revokedAt }) => revokedAt === null,
  );
  return { status, page: buildKeysPage(context, { keys, ...more }) };
}

async function create(context: PageContext): Promise<PageReply> {
  const { deps, account, form, t } = context;
  const name = normalizePersonName(form.name ?? '');
  if (name === undefined) return render(context, { typed: { name: form.name }, nameFault: true }, 400);
  let secret = '';
  const scopes = form.readOnly === undefined ? ('read,write' as const) : ('read' as const);
  await createAccountKey(
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
  return render(context, {
    notice: { tone: 'good', text: renderSecret(context, t.people.keyCreated, [secret]) },
  });
}

async function revoke(context: PageContext): Promise<PageReply> {
  const { deps, account, params, base } = context;
  return orErrorPage(
    async () => {
      await revokeAccountKey(deps, account.id, params.id ?? '', deps.clock());
      return { redirect: `${base}${PATH}?notice=revoked` };
    },
    () => ({ redirect: `${base}${PATH}?notice=gone` }),
  );
}
