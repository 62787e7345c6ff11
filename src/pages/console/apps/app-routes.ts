import { endApp, listAccountApps } from '../../../actions/apps/connected-apps.ts';
import { listResources } from '../../../api/apps/metadata.ts';
import { findBaseUrl } from '../../../http/session/site.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { findNotice } from '../people/settings-route.ts';
import { buildAppsPage } from './apps-page.ts';

const PATH = '/settings/apps';

/** Owners see and end all apps of the account, and each person their own, in any of their accounts. */
export const appPageRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'owner', handle: show },
  { method: 'POST', path: `${PATH}/:id/end`, minRole: 'owner', handle: end },
  {
    ...{
      method: 'POST',
      path: '/settings/you/apps/:accountId/:id/end',
      minRole: 'reader',
      isForTwoStep: true,
    },
    handle: endOwn,
  },
];

async function show(context: PageContext): Promise<PageReply> {
  const { deps, account, t } = context;
  const notice = findNotice(context, {
    ended: { tone: 'good', text: t.apps.ended },
    gone: { tone: 'info', text: t.apps.gone },
  });
  const apps = await listAccountApps(deps, account.id, deps.clock());
  return {
    page: buildAppsPage(context, {
      apps,
      url: listResources(findBaseUrl(deps, context.request)).mcp,
      notice,
    }),
  };
}

async function end({ deps, account, params, base }: PageContext): Promise<PageReply> {
  const isEnded = await endApp(deps, { accountId: account.id, id: params.id ?? '' });
  return { redirect: `${base}${PATH}?notice=${isEnded ? 'ended' : 'gone'}` };
}

async function endOwn({ deps, person, params, base }: PageContext): Promise<PageReply> {
  const { accountId = '', id = '' } = params;
  const isEnded = await endApp(deps, { accountId, id, userId: person.user.id });
  return { redirect: `${base}/settings/you?notice=${isEnded ? 'app-ended' : 'app-gone'}#apps` };
}
