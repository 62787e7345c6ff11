import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../api/endpoint.ts';
import { MCP_PREFIX, registerMcp, rejectOtherOrigins } from '../api/mcp/mcp-route.ts';
import { API_PREFIX, methodNotAllowed, registerEndpoints } from '../api/register.ts';
import { accountRoutes } from '../api/routes/account/account.ts';
import { paymentProviderRoutes } from '../api/routes/account/payment-provider.ts';
import { statisticsRoute } from '../api/routes/account/statistics.ts';
import { testClockRoutes } from '../api/routes/account/test-clock.ts';
import { attachmentRoutes } from '../api/routes/attachments.ts';
import { catalogueItemRoutes } from '../api/routes/catalogue-items.ts';
import { customerErasureRoutes } from '../api/routes/customer-erasure.ts';
import { customerRoutes } from '../api/routes/customers.ts';
import { documentRoutes } from '../api/routes/documents.ts';
import { eventRoute, eventsRoute } from '../api/routes/events.ts';
import { historyRoutes } from '../api/routes/history.ts';
import { allPaymentsRoute } from '../api/routes/invoices/all-payments.ts';
import { invoiceCreditRoute } from '../api/routes/invoices/credit.ts';
import { eInvoiceRoutes } from '../api/routes/invoices/einvoice.ts';
import { invoiceRoutes } from '../api/routes/invoices/invoices.ts';
import { invoiceIssueRoute } from '../api/routes/invoices/issue.ts';
import { paymentImportRoutes } from '../api/routes/invoices/payment-imports.ts';
import { paymentRoutes } from '../api/routes/invoices/payments.ts';
import { refundRoute } from '../api/routes/invoices/refund.ts';
import { invoiceRemindRoute } from '../api/routes/invoices/remind.ts';
import { invoiceSendRoute } from '../api/routes/invoices/send.ts';
import { invoiceUpdateRoute } from '../api/routes/invoices/update.ts';
import { invoiceLinksRoute, quoteLinksRoute } from '../api/routes/links.ts';
import { mailAccountRoutes } from '../api/routes/mail/mail-account.ts';
import { mailTestRoute } from '../api/routes/mail/mail-test.ts';
import { messageRoutes } from '../api/routes/messages.ts';
import { registerHookRoutes } from '../api/routes/payment-hooks.ts';
import { invitationRoutes } from '../api/routes/people/invitations.ts';
import { keyRoutes } from '../api/routes/people/keys.ts';
import { sessionRoutes } from '../api/routes/people/sessions.ts';
import { userRoutes } from '../api/routes/people/users.ts';
import { quoteApprovalRoutes } from '../api/routes/quotes/approval.ts';
import { quoteConvertRoute } from '../api/routes/quotes/convert.ts';
import { quoteCreateRoute } from '../api/routes/quotes/create.ts';
import { quoteDeleteRoute } from '../api/routes/quotes/delete.ts';
import { deliveryRoutes } from '../api/routes/quotes/deliveries.ts';
import { quoteDuplicateRoute } from '../api/routes/quotes/duplicate.ts';
import { quoteGetRoute } from '../api/routes/quotes/get.ts';
import { quoteListRoute } from '../api/routes/quotes/list.ts';
import { messageAttachmentRoutes } from '../api/routes/quotes/message-attachments.ts';
import { quotePreviewRoute } from '../api/routes/quotes/preview.ts';
import { quoteRemindRoute } from '../api/routes/quotes/remind.ts';
import { quoteSendRoute } from '../api/routes/quotes/send.ts';
import { quoteUpdateRoute } from '../api/routes/quotes/update.ts';
import { registerSystemRoutes } from '../api/routes/system.ts';
import { templateRoutes } from '../api/routes/templates.ts';
import { webhookDeliveryRoutes } from '../api/routes/webhooks/deliveries.ts';
import { webhookEndpointRoutes } from '../api/routes/webhooks/endpoints.ts';
import { resendRoute } from '../api/routes/webhooks/resend.ts';
import { createRateLimiter } from '../http/limits/limit-requests.ts';
import { compressReplies } from '../http/server/compress-replies.ts';
import { applyCors } from '../http/server/cors.ts';
import { type RouteKind, renderProblemFor } from '../http/server/route-kinds.ts';
import { createServer } from '../http/server/server.ts';
import { type Authenticator, createAuthenticator } from '../http/session/authenticate-key.ts';
import { findSignedIn } from '../http/session/session-caller.ts';
import { registerOutboxRoutes } from '../pages/captured-mail/mailbox-routes.ts';
import { renderConsoleError } from '../pages/console/console-messages.ts';
import { registerConsole } from '../pages/console/console-route.ts';
import { CONSOLE_ROUTES } from '../pages/console/routes.ts';
import { registerMailCallback } from '../pages/console/settings/mail/mail-sign-in.ts';
import { registerHostedPdf } from '../pages/customer/hosted-pdf.ts';
import { registerPayForm } from '../pages/customer/invoice/pay-form.ts';
import { registerReturnPage } from '../pages/customer/invoice/return-page.ts';
import { registerPublicInvoiceRoutes } from '../pages/customer/invoice/routes.ts';
import { registerPublicQuoteRoutes, renderPageError } from '../pages/customer/quote/routes.ts';
import { registerUnsubscribePage } from '../pages/customer/unsubscribe.ts';
import { registerPageRoutes } from '../pages/docs/reference-routes.ts';
import { registerSignIn } from '../pages/sign-in/sign-in-routes.ts';
import type { Deps } from './deps.ts';

/** Every operation of the API. The eight operations of the contract come first. */
export const ENDPOINTS: readonly Endpoint[] = [
  quoteListRoute,
  quoteGetRoute,
  quoteCreateRoute,
  quoteUpdateRoute,
  quoteDeleteRoute,
  quoteSendRoute,
  quoteConvertRoute,
  ...documentRoutes,
  quoteDuplicateRoute,
  quotePreviewRoute,
  quoteRemindRoute,
  ...quoteApprovalRoutes,
  ...historyRoutes,
  quoteLinksRoute,
  ...messageRoutes,
  ...deliveryRoutes,
  ...messageAttachmentRoutes,
  ...attachmentRoutes,
  ...customerRoutes,
  ...customerErasureRoutes,
  ...catalogueItemRoutes,
  ...templateRoutes,
  ...invoiceRoutes,
  ...eInvoiceRoutes,
  invoiceUpdateRoute,
  invoiceIssueRoute,
  invoiceSendRoute,
  invoiceRemindRoute,
  invoiceLinksRoute,
  ...paymentRoutes,
  allPaymentsRoute,
  ...paymentImportRoutes,
  refundRoute,
  invoiceCreditRoute,
  ...accountRoutes,
  mailTestRoute,
  statisticsRoute,
  ...paymentProviderRoutes,
  ...mailAccountRoutes,
  ...testClockRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...sessionRoutes,
  ...keyRoutes,
  eventsRoute,
  eventRoute,
  ...webhookEndpointRoutes,
  ...webhookDeliveryRoutes,
  resendRoute,
];

export interface App {
  server: FastifyInstance;
  /** Resolves once no request is in progress. */
  whenIdle(): Promise<void>;
  /** Responds with 503 to the requests in progress. */
  rejectRunning(): void;
  /** Writes the buffered last-use times of keys to the database. */
  flush(): Promise<void>;
}

export function buildApp(deps: Deps): App {
  const auth = createAuthenticator(deps);
  return { ...createServer(deps, routeKinds(deps, auth)), flush: () => auth.flush() };
}

function routeKinds(deps: Deps, auth: Authenticator): RouteKind[] {
  const { corsOrigins } = deps.config;
  const limiter = createRateLimiter(deps.config, deps.rateLimits);
  return [
    {
      prefix: API_PREFIX,
      renderError: renderProblemFor(deps.publicUrl),
      failure: 'request failed',
      prepare(scope) {
        compressReplies(scope);
        if (corsOrigins.length > 0) applyCors(scope, corsOrigins);
      },
      refuse: methodNotAllowed(ENDPOINTS),
      register(scope) {
        registerEndpoints(scope, deps, ENDPOINTS, auth, limiter);
      },
    },
    {
      prefix: MCP_PREFIX,
      renderError: renderProblemFor(deps.publicUrl),
      failure: 'request failed',
      prepare(scope) {
        compressReplies(scope);
        rejectOtherOrigins(scope, deps);
      },
      refuse: methodNotAllowed([]),
      register: (scope) => registerMcp(scope, deps, ENDPOINTS, auth, limiter),
    },
    {
      prefix: '/q',
      renderError: renderPageError,
      failure: 'page failed',
      register: (scope) => registerPublicQuoteRoutes(scope, deps),
    },
    {
      prefix: '/i',
      renderError: renderPageError,
      failure: 'page failed',
      register(scope) {
        registerPublicInvoiceRoutes(scope, deps);
        registerPayForm(scope, deps);
      },
    },
    {
      prefix: '/pay',
      renderError: renderPageError,
      failure: 'page failed',
      register: (scope) => registerReturnPage(scope, deps),
    },
    {
      prefix: '/unsubscribe',
      renderError: renderPageError,
      failure: 'page failed',
      register: (scope) => registerUnsubscribePage(scope, deps),
    },
    {
      prefix: '/hooks',
      renderError: renderProblemFor(deps.publicUrl),
      failure: 'notification failed',
      register: (scope) => registerHookRoutes(scope, deps),
    },
    ...(deps.config.console ? [consoleKind(deps)] : []),
    {
      prefix: '',
      renderError: renderProblemFor(deps.publicUrl),
      failure: 'request failed',
      register(scope) {
        registerHostedPdf(scope, deps);
        registerOutboxRoutes(scope, deps, auth);
        registerPageRoutes(scope, deps, ENDPOINTS);
        registerSystemRoutes(scope, deps, auth);
        if (deps.config.console) {
          registerSignIn(scope, deps);
          registerMailCallback(scope, deps);
        }
      },
    },
  ];
}

function consoleKind(deps: Deps): RouteKind {
  return {
    prefix: '/acc_:account',
    renderError: renderConsoleError,
    failure: 'console page failed',
    register: (scope) =>
      registerConsole(scope, deps, (...visit) => findSignedIn(deps, ...visit), CONSOLE_ROUTES),
  };
}
