import { questionRoutes } from './acceptance/question-routes.ts';
import { signerRoutes } from './acceptance/signer-routes.ts';
import { closeAccountRoutes } from './accounts/close-account.ts';
import { newAccountRoutes } from './accounts/new-account.ts';
import { appPageRoutes } from './apps/app-routes.ts';
import { accountingSettingRoutes } from './books/accounting-settings.ts';
import { booksRoutes } from './books/books-routes.ts';
import type { ConsoleRoute } from './console-route.ts';
import { editorRoutes } from './editor/editor-routes.ts';
import { homeRoute } from './home/home-route.ts';
import { releaseRestoredRoute } from './home/restored.ts';
import { dataRoutes } from './import/data-routes.ts';
import { exportRoutes } from './import/export-routes.ts';
import { invoicePages } from './invoices/invoice-routes.ts';
import { paletteRoute } from './palette.ts';
import { keyPageRoutes } from './people/key-routes.ts';
import { notificationRoutes } from './people/notification-page.ts';
import { peopleRoutes } from './people/people-routes.ts';
import { youRoutes } from './people/you-routes.ts';
import { priceListPages } from './price-lists/price-lists.ts';
import { approvalRoutes } from './quote/approval-routes.ts';
import { proposalRoutes } from './quote/proposals/proposal-routes.ts';
import { quoteActionRoutes } from './quote/quote-actions.ts';
import { quoteRoutes } from './quote/quote-routes.ts';
import { sendRoutes } from './quote/send-routes.ts';
import { quoteStepRoutes } from './quote/steps/quote-steps.ts';
import { remindRoutes } from './quote/steps/remind-routes.ts';
import { bulkRoutes } from './quotes/bulk-routes.ts';
import { quoteListRoutes } from './quotes/list-routes.ts';
import { cataloguePages } from './resources/catalogue.ts';
import { customerPages } from './resources/customers.ts';
import { templatePages } from './resources/templates.ts';
import { approvalSettingRoutes } from './settings/approval-settings.ts';
import { settingFormRoutes } from './settings/forms/form-routes.ts';
import { installationRoute } from './settings/installation.ts';
import { mailAccountSettingRoutes } from './settings/mail/mail-account-settings.ts';
import { mailSettingRoutes } from './settings/mail/mail-settings.ts';
import { mailSignInRoutes } from './settings/mail/mail-sign-in.ts';
import { mailboxRoutes } from './settings/mail/mailbox.ts';
import { paymentSettingRoutes } from './settings/payment-settings.ts';
import { settingsRoute } from './settings/settings-index.ts';
import { startRoutes } from './settings/start.ts';
import { webhookPageRoutes } from './webhooks/webhook-routes.ts';

/** All pages of the console. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  homeRoute,
  releaseRestoredRoute,
  paletteRoute,
  ...quoteListRoutes,
  ...bulkRoutes,
  ...quoteRoutes,
  ...quoteActionRoutes,
  ...approvalRoutes,
  ...proposalRoutes,
  ...quoteStepRoutes,
  ...sendRoutes,
  ...remindRoutes,
  ...editorRoutes,
  ...customerPages,
  ...booksRoutes,
  ...invoicePages,
  ...cataloguePages,
  ...priceListPages,
  ...templatePages,
  ...peopleRoutes,
  ...keyPageRoutes,
  ...appPageRoutes,
  ...webhookPageRoutes,
  ...notificationRoutes,
  ...youRoutes,
  ...newAccountRoutes,
  ...closeAccountRoutes,
  settingsRoute,
  installationRoute,
  ...settingFormRoutes,
  ...approvalSettingRoutes,
  ...accountingSettingRoutes,
  ...questionRoutes,
  ...signerRoutes,
  ...startRoutes,
  ...mailSettingRoutes,
  ...mailAccountSettingRoutes,
  ...mailSignInRoutes,
  ...paymentSettingRoutes,
  ...mailboxRoutes,
  ...dataRoutes,
  ...exportRoutes,
];
