import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { createAuthenticator } from './http/api/auth.ts';
import type { Endpoint } from './http/api/endpoint.ts';
import { createRateLimiter } from './http/api/rate-limit.ts';
import { registerEndpoints } from './http/api/register.ts';
import { registerHostedPdf } from './http/pages/hosted-pdf.ts';
import { registerOutboxRoutes } from './http/pages/mailbox.ts';
import { registerPublicQuoteRoutes } from './http/pages/quote-page-routes.ts';
import { registerPageRoutes } from './http/pages/reference.ts';
import { accountRoutes } from './http/routes/account.ts';
import { customerRoutes } from './http/routes/customers.ts';
import { documentRoutes } from './http/routes/documents.ts';
import { historyRoutes } from './http/routes/history.ts';
import { invoiceRoutes } from './http/routes/invoices.ts';
import { linkRoutes } from './http/routes/links.ts';
import { quoteConvertRoute } from './http/routes/quotes/convert.ts';
import { quoteCreateRoute } from './http/routes/quotes/create.ts';
import { quoteDeleteRoute } from './http/routes/quotes/delete.ts';
import { quoteGetRoute } from './http/routes/quotes/get.ts';
import { quoteListRoute } from './http/routes/quotes/list.ts';
import { quoteSendRoute } from './http/routes/quotes/send.ts';
import { quoteUpdateRoute } from './http/routes/quotes/update.ts';
import { registerSystemRoutes } from './http/routes/system.ts';
import { createServer } from './http/server/server.ts';

/** Every operation of the API. The eight of the contract come first. */
export const ENDPOINTS: readonly Endpoint[] = [
  quoteListRoute,
  quoteGetRoute,
  quoteCreateRoute,
  quoteUpdateRoute,
  quoteDeleteRoute,
  quoteSendRoute,
  quoteConvertRoute,
  ...documentRoutes,
  ...historyRoutes,
  ...linkRoutes,
  ...customerRoutes,
  ...invoiceRoutes,
  ...accountRoutes,
];

export interface App {
  server: FastifyInstance;
  /** Resolves when no request is worked on. */
  whenIdle(): Promise<void>;
  /** Writes down what is kept in memory for a while. */
  flush(): Promise<void>;
}

export function buildApp(deps: Deps): App {
  const { server, whenIdle } = createServer(deps);
  const auth = createAuthenticator(deps);
  const limiter = createRateLimiter(deps.config, deps.rateLimits);
  registerEndpoints(server, deps, ENDPOINTS, auth, limiter);
  registerHostedPdf(server, deps);
  registerPublicQuoteRoutes(server, deps);
  registerOutboxRoutes(server, deps, auth);
  registerPageRoutes(server, deps, ENDPOINTS);
  registerSystemRoutes(server, deps, ENDPOINTS, auth);
  return { server, whenIdle, flush: () => auth.flush() };
}
