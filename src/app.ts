import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { accountRoutes } from './http/account-routes.ts';
import { createAuthenticator } from './http/auth.ts';
import { convertRoutes } from './http/convert-routes.ts';
import { customerRoutes } from './http/customer-routes.ts';
import { documentRoutes } from './http/document-routes.ts';
import type { Endpoint } from './http/endpoint.ts';
import { historyRoutes } from './http/history-routes.ts';
import { registerHostedPdf } from './http/hosted-pdf.ts';
import { invoiceRoutes } from './http/invoice-routes.ts';
import { linkRoutes } from './http/link-routes.ts';
import { registerOutboxRoutes } from './http/outbox-routes.ts';
import { registerPageRoutes } from './http/page-routes.ts';
import { registerPublicQuoteRoutes } from './http/public-quote-routes.ts';
import { quoteRoutes } from './http/quote-routes.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { registerEndpoints } from './http/register.ts';
import { sendRoutes } from './http/send-routes.ts';
import { createServer } from './http/server.ts';
import { registerSystemRoutes } from './http/system-routes.ts';

/** Every operation of the API. The eight of the contract come first. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...quoteRoutes,
  ...sendRoutes,
  ...convertRoutes,
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
  const limiter = createRateLimiter(deps.config, deps.allowance);
  registerEndpoints(server, deps, ENDPOINTS, auth, limiter);
  registerHostedPdf(server, deps);
  registerPublicQuoteRoutes(server, deps);
  registerOutboxRoutes(server, deps, auth);
  registerPageRoutes(server, deps, ENDPOINTS);
  registerSystemRoutes(server, deps, ENDPOINTS, auth);
  return { server, whenIdle, flush: () => auth.flush() };
}
