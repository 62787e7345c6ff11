import type { ConsoleRoute } from '../console-route.ts';

/** Leads to the first page of the settings; people who are no owners have only their own. */
export const settingsRoute: ConsoleRoute = {
  method: 'GET',
  path: '/settings',
  minRole: 'reader',
  isForTwoStep: true,
  handle: async ({ base, role }) => ({
    redirect: `${base}/settings/${role === 'owner' ? 'business' : 'you'}`,
  }),
};
