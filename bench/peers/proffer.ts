import { readFileSync } from 'node:fs';
import { quoteBody } from '../fill.ts';
import { API_KEY } from '../harness.ts';
import type { Subjects } from '../subjects.ts';
import { NEW_QUOTE, type Peer, type PeerQuote, SEARCH_TERM } from './peer.ts';

export async function asPeer(subjects: Subjects, store: string): Promise<Peer> {
  const server = await subjects.startReplica();
  const file = new URL('../../package.json', import.meta.url);
  return {
    name: `Proffer on ${store}`,
    version: (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version,
    store,
    port: server.port,
    key: API_KEY,
    ids: subjects.ids,
    get: (id) => ({ method: 'GET', path: `/api/v1/quotes/${id}` }),
    list: { method: 'GET', path: '/api/v1/quotes' },
    search: { method: 'GET', path: `/api/v1/quotes?search=${encodeURIComponent(SEARCH_TERM)}` },
    create: { method: 'POST', path: '/api/v1/quotes', body: quoteBody(NEW_QUOTE) },
    quotes: (body) => (body as { data?: PeerQuote[] }).data ?? [body as PeerQuote],
    async stop() {
      await server.stop();
      await subjects.remove();
    },
  };
}
