import type { ConsoleRoute } from './console-route.ts';
import { editorRoutes } from './editor/editor-routes.ts';
import { homeRoute } from './home.ts';
import { dataRoutes } from './import/data-routes.ts';
import { exportRoutes } from './import/export-routes.ts';
import { cataloguePages } from './nouns/catalogue.ts';
import { customerPages } from './nouns/customers.ts';
import { invoicePages } from './nouns/invoices.ts';
import { templatePages } from './nouns/templates.ts';
import { paletteRoute } from './palette.ts';
import { keyPageRoutes } from './people/key-routes.ts';
import { peopleRoutes } from './people/people-routes.ts';
import { youRoutes } from './people/you-routes.ts';
import { quoteDeeds } from './quote/quote-deeds.ts';
import { quoteRoutes } from './quote/quote-routes.ts';
import { quoteSteps } from './quote/quote-steps.ts';
import { sendRoutes } from './quote/send-routes.ts';
import { quoteListRoutes } from './quotes/list-routes.ts';
import { severalRoutes } from './quotes/several-routes.ts';
import { accountSettingRoutes } from './settings/account-settings.ts';
import { mailSettingRoutes } from './settings/mail-settings.ts';
import { mailboxRoutes } from './settings/mailbox.ts';
import { webhookPageRoutes } from './webhooks/webhook-routes.ts';

/** All pages of the console. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  homeRoute,
  paletteRoute,
  ...quoteListRoutes,
  ...severalRoutes,
  ...quoteRoutes,
  ...quoteDeeds,
  ...quoteSteps,
  ...sendRoutes,
  ...editorRoutes,
  ...customerPages,
  ...invoicePages,
  ...cataloguePages,
  ...templatePages,
  ...peopleRoutes,
  ...keyPageRoutes,
  ...webhookPageRoutes,
  ...youRoutes,
  ...accountSettingRoutes,
  ...mailSettingRoutes,
  ...mailboxRoutes,
  ...dataRoutes,
  ...exportRoutes,
];
