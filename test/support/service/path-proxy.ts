import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PathProxy {
  /** Public URL of the service, including the path. */
  publicUrl: string;
  /** URL that requests are forwarded to. */
  target: string;
  close(): void;
}

/** Starts a site with the service below `path`; other paths return 404. It keeps the path or strips it. */
export async function startPathProxy(path: string, kind: 'keeps' | 'strips'): Promise<PathProxy> {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${path}/`)) {
      outgoing.writeHead(404).end('another program');
      return;
    }
    const inner = kind === 'keeps' ? url : url.slice(path.length);
    const passed = request(proxy.target + inner, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: PathProxy = {
    publicUrl: `http://127.0.0.1:${port}${path}`,
    target: '',
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
