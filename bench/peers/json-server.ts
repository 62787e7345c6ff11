import { freePort } from '../../test/support/service/free-port.ts';
import {
  createdAt,
  NEW_QUOTE,
  numbered,
  type Peer,
  type PeerQuote,
  plainQuote,
  SEARCH_TERM,
  sampleIds,
} from './peer.ts';
import { install, type OperationContext, serve, versionOf, writeFiles } from './workshop.ts';

const PAGE = '_sort=createdAt&_order=desc&_page=1&_limit=20';

/**
 * Runs without a key, as it supports none. It keeps everything in memory and writes the whole file after each change.
 */
export async function startJsonServer(workshop: OperationContext, count: number): Promise<Peer> {
  const folder = await install(workshop, 'json-server', ['json-server@0.17.4']);
  const quotes = numbered(count, (index) => ({ ...plainQuote(index), createdAt: createdAt(index) }));
  writeFiles(folder, { 'db.json': { quotes } });
  const port = await freePort();
  const options = ['--host', '127.0.0.1', '--port', String(port), '--quiet'];
  const args = ['node_modules/json-server/lib/cli/bin.js', 'db.json', ...options];
  const stop = await serve({ name: 'json-server', folder, args, env: {} }, port, '/quotes/1');
  return {
    name: 'json-server',
    version: versionOf(folder, 'json-server'),
    store: 'its JSON file',
    port,
    key: 'none',
    ids: sampleIds(count, (index) => String(index + 1)),
    get: (id) => ({ method: 'GET', path: `/quotes/${id}` }),
    list: { method: 'GET', path: `/quotes?${PAGE}` },
    search: { method: 'GET', path: `/quotes?${PAGE}&title_like=${encodeURIComponent(SEARCH_TERM)}` },
    create: {
      method: 'POST',
      path: '/quotes',
      body: { ...plainQuote(NEW_QUOTE), createdAt: createdAt(NEW_QUOTE) },
    },
    quotes: (body) => [body as PeerQuote | PeerQuote[]].flat(),
    stop,
  };
}
