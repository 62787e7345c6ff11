import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PathProxy {
  /** What people call the service by, with the path. */
  publicUrl: string;
  /** Where the requests go. */
  target: string;
  close(): void;
}

/** A site of many programs, of which one is below `path`; the others answer 404. It passes the path on, or takes it off. */
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
