import { once } from 'node:events';
import type { Server } from 'node:http';
import { METRICS_CONTENT_TYPE } from './metrics.ts';

/** `text` returns `undefined` until the service is ready. */
export async function serveMetrics(
  text: () => Promise<string> | undefined,
  host: string,
  port: number,
): Promise<Server> {
  // Loaded in the same way as by the web server: an import is slow.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const body = await text();
      if (body === undefined) response.writeHead(503).end();
      else response.setHeader('Content-Type', METRICS_CONTENT_TYPE).end(body);
    } catch {
      response.writeHead(503).end();
    }
  }).listen(port, host);
  await once(server, 'listening');
  return server;
}
