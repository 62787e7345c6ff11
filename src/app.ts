import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { type Authenticator, createAuthenticator } from './http/api/auth.ts';
import type { Endpoint } from './http/api/endpoint.ts';
import { createRateLimiter } from './http/api/rate-limit.ts';
import { API_PREFIX, methodNotAllowed, registerEndpoints } from './http/api/register.ts';
import { MCP_PREFIX, registerMcp, rejectOtherOrigins } from './http/mcp/mcp-route.ts';
import { renderConsoleError } from './http/pages/console/console-messages.ts';
import { registerConsole } from './http/pages/console/console-route.ts';
import { CONSOLE_ROUTES } from './http/pages/console/routes.ts';
import { registerMailCallback } from './http/pages/console/settings/mail-sign-in.ts';
import { registerHostedPdf } from './http/pages/hosted-pdf.ts';
import { registerPublicInvoiceRoutes } from './http/pages/invoice-page/routes.ts';
import { registerOutboxRoutes } from './http/pages/mailbox/mailbox-routes.ts';
import { registerPublicQuoteRoutes, renderPageError } from './http/pages/quote-page/routes.ts';
import { registerPageRoutes } from './http/pages/reference.ts';
import { registerSignIn } from './http/pages/sign-in/sign-in-routes.ts';
import { registerUnsubscribePage } from './http/pages/unsubscribe.ts';
import { registerHookRoutes } from './http/payments/hook-routes.ts';
import { registerPayForm } from './http/payments/pay-form.ts';
import { registerReturnPage } from './http/payments/return-page.ts';
import { accountRoutes } from './http/routes/account.ts';
import { attachmentRoutes } from './http/routes/attachments.ts';
import { catalogueItemRoutes } from './http/routes/catalogue-items.ts';
import { customerErasureRoutes } from './http/routes/customer-erasure.ts';
import { customerRoutes } from './http/routes/customers.ts';
import { documentRoutes } from './http/routes/documents.ts';
import { eventRoute, eventsRoute } from './http/routes/events.ts';
import { historyRoutes } from './http/routes/history.ts';
import { allPaymentsRoute } from './http/routes/invoices/all-payments.ts';
import { invoiceCreditRoute } from './http/routes/invoices/credit.ts';
import { eInvoiceRoutes } from './http/routes/invoices/einvoice.ts';
import { invoiceRoutes } from './http/routes/invoices/invoices.ts';
import { invoiceIssueRoute } from './http/routes/invoices/issue.ts';
import { paymentImportRoutes } from './http/routes/invoices/payment-imports.ts';
import { paymentRoutes } from './http/routes/invoices/payments.ts';
import { refundRoute } from './http/routes/invoices/refund.ts';
import { invoiceRemindRoute } from './http/routes/invoices/remind.ts';
import { invoiceSendRoute } from './http/routes/invoices/send.ts';
import { invoiceUpdateRoute } from './http/routes/invoices/update.ts';
import { invoiceLinksRoute, quoteLinksRoute } from './http/routes/links.ts';
import { mailAccountRoutes } from './http/routes/mail/mail-account.ts';
import { mailTestRoute } from './http/routes/mail/mail-test.ts';
import { messageRoutes } from './http/routes/messages.ts';
import { paymentProviderRoutes } from './http/routes/payment-provider.ts';
import { invitationRoutes } from './http/routes/people/invitations.ts';
import { keyRoutes } from './http/routes/people/keys.ts';
import { sessionRoutes } from './http/routes/people/sessions.ts';
import { userRoutes } from './http/routes/people/users.ts';
import { quoteApprovalRoutes } from './http/routes/quotes/approval.ts';
import { quoteConvertRoute } from './http/routes/quotes/convert.ts';
import { quoteCreateRoute } from './http/routes/quotes/create.ts';
import { quoteDeleteRoute } from './http/routes/quotes/delete.ts';
import { deliveryRoutes } from './http/routes/quotes/deliveries.ts';
import { quoteDuplicateRoute } from './http/routes/quotes/duplicate.ts';
import { quoteGetRoute } from './http/routes/quotes/get.ts';
import { quoteListRoute } from './http/routes/quotes/list.ts';
import { messageAttachmentRoutes } from './http/routes/quotes/message-attachments.ts';
import { quotePreviewRoute } from './http/routes/quotes/preview.ts';
import { quoteRemindRoute } from './http/routes/quotes/remind.ts';
import { quoteSendRoute } from './http/routes/quotes/send.ts';
import { quoteUpdateRoute } from './http/routes/quotes/update.ts';
import { statisticsRoute } from './http/routes/statistics.ts';
import { registerSystemRoutes } from './http/routes/system.ts';
import { templateRoutes } from './http/routes/templates.ts';
import { testClockRoutes } from './http/routes/test-clock.ts';
import { webhookDeliveryRoutes } from './http/routes/webhooks/deliveries.ts';
import { webhookEndpointRoutes } from './http/routes/webhooks/endpoints.ts';
import { resendRoute } from './http/routes/webhooks/resend.ts';
import { compressReplies } from './http/server/compress-replies.ts';
import { applyCors } from './http/server/cors.ts';
import { type RouteKind, renderProblemFor } from './http/server/route-kinds.ts';
import { createServer } from './http/server/server.ts';
import { findSignedIn } from './http/session/session-caller.ts';

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
