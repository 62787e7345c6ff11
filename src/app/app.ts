import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRequestLimits } from '../actions/account/limits/request-limits.ts';
import { APPS_PREFIX, registerAppRoutes, renderAppError } from '../api/apps/app-routes.ts';
import { registerAppMetadata } from '../api/apps/metadata.ts';
import { ENDPOINTS } from '../api/endpoints.ts';
import { MCP_PREFIX, registerMcp, rejectOtherOrigins } from '../api/mcp/mcp-route.ts';
import { API_PREFIX, methodNotAllowed, registerEndpoints } from '../api/register.ts';
import { registerKeySet } from '../api/routes/agreement/key-set.ts';
import { registerHookRoutes } from '../api/routes/payment-hooks.ts';
import { registerSystemRoutes } from '../api/routes/system.ts';
import { type AppResource, RESOURCE_PATHS } from '../domain/apps/app.ts';
import { createRateLimiter } from '../http/limits/limit-requests.ts';
import { compressReplies } from '../http/server/compress-replies.ts';
import { applyCors } from '../http/server/cors.ts';
import { RESOURCE_METADATA_PATH, type RouteKind, renderProblemFor } from '../http/server/route-kinds.ts';
import { createServer } from '../http/server/server.ts';
import { type Authenticator, createAuthenticator } from '../http/session/authenticate-key.ts';
import { findSignedIn } from '../http/session/session-caller.ts';
import { findBaseUrl } from '../http/session/site.ts';
import { registerConsent } from '../pages/apps/consent-routes.ts';
import { registerOutboxRoutes } from '../pages/captured-mail/mailbox-routes.ts';
import { renderConsoleError } from '../pages/console/console-messages.ts';
import { registerConsole } from '../pages/console/console-route.ts';
import { CONSOLE_ROUTES } from '../pages/console/routes.ts';
import { registerMailCallback } from '../pages/console/settings/mail/mail-sign-in.ts';
import { registerHostedPdf } from '../pages/customer/hosted-pdf.ts';
import { registerPayForm } from '../pages/customer/invoice/pay-form.ts';
import { registerReturnPage } from '../pages/customer/invoice/return-page.ts';
import { registerPublicInvoiceRoutes } from '../pages/customer/invoice/routes.ts';
import {
  registerPublicQuoteRoutes,
  renderLinkError,
  renderPageError,
} from '../pages/customer/quote/routes.ts';
import { registerUnsubscribePage } from '../pages/customer/unsubscribe.ts';
import { registerPageRoutes } from '../pages/docs/reference-routes.ts';
import { registerOperator } from '../pages/operator/operator-routes.ts';
import { registerSignIn } from '../pages/sign-in/sign-in-routes.ts';
import type { Deps } from './deps.ts';

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
  const { corsOrigins, console: hasConsole } = deps.config;
  const limiter = createRateLimiter(deps.config, deps.rateLimits, createRequestLimits(deps.db));
  const metadataUrlOf = (resource: AppResource) =>
    hasConsole
      ? (request: FastifyRequest) =>
          findBaseUrl(deps, request) + RESOURCE_METADATA_PATH + RESOURCE_PATHS[resource]
      : undefined;
  return [
    {
      prefix: API_PREFIX,
      renderError: renderProblemFor(deps.publicUrl, metadataUrlOf('api')),
      failure: 'request failed',
      prepare(scope) {
        compressReplies(scope);
        applyCors(scope, corsOrigins);
      },
      findProblem: methodNotAllowed(ENDPOINTS),
      register(scope) {
        registerEndpoints(scope, deps, ENDPOINTS, auth, limiter);
      },
    },
    {
      prefix: MCP_PREFIX,
      renderError: renderProblemFor(deps.publicUrl, metadataUrlOf('mcp')),
      failure: 'request failed',
      prepare(scope) {
        compressReplies(scope);
        rejectOtherOrigins(scope, deps);
      },
      findProblem: methodNotAllowed([]),
      register: (scope) => registerMcp(scope, deps, ENDPOINTS, auth, limiter),
    },
    {
      prefix: '/q',
      renderError: renderLinkError(deps.publicUrl),
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
    ...(hasConsole ? [consoleKind(deps), appsKind(deps)] : []),
    {
      prefix: '',
      renderError: renderProblemFor(deps.publicUrl),
      failure: 'request failed',
      register(scope) {
        registerHostedPdf(scope, deps);
        registerOutboxRoutes(scope, deps, auth);
        registerPageRoutes(scope, deps, ENDPOINTS);
        registerSystemRoutes(scope, deps, auth);
        registerKeySet(scope, deps);
        if (hasConsole) {
          registerSignIn(scope, deps);
          registerOperator(scope, deps);
          registerConsent(scope, deps);
          registerAppMetadata(scope, deps);
          registerMailCallback(scope, deps);
        }
      },
    },
  ];
}

/** Apps connect only where people can see and end them: in the console. */
function appsKind(deps: Deps): RouteKind {
  return {
    prefix: APPS_PREFIX,
    renderError: renderAppError,
    failure: 'request of an app failed',
    prepare: (scope) => applyCors(scope, deps.config.corsOrigins),
    findProblem: methodNotAllowed([]),
    register: (scope) => registerAppRoutes(scope, deps),
  };
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
