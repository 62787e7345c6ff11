import { findSealingSecrets } from '../../actions/account/sealing/sealing-secrets.ts';
import {
  findService,
  findServiceIdentity,
  identifyService,
  SERVICE_HEADER,
} from '../../actions/running-service.ts';
import { readConfig } from '../../app/config/config.ts';
import type { Database } from '../../store/database.ts';
import { CliError } from '../command.ts';

const PROBE_MS = 2000;

/**
 * Finds where a service of this database listens: as one of its processes recorded at its start, which may have had
 * another environment and may have ended since, or by HOST and PORT, or at its public URL.
 */
export async function findServiceUrl(db: Database): Promise<string> {
  const config = readConfig(process.env);
  const [recorded, sealing] = [await findService({ db }), await findSealingSecrets(db, config)];
  if (!sealing) throw new CliError('start the service once first (proffer serve)');
  const expected = identifyService(sealing);
  const known = recorded?.localUrl ?? getLocalUrl(config);
  const urls = new Set([known, getLocalUrl(config), recorded?.baseUrl ?? known]);
  const probes = await Promise.all([...urls].map(async (url) => ({ url, found: await probe(url) })));
  const own = probes.find(({ found }) => found === expected);
  if (own) return own.url;
  const stranger = probes.find(({ found }) => found !== undefined);
  const what =
    stranger === undefined
      ? `nothing responds at ${known}, where it was started last`
      : `at ${stranger.url}, ${stranger.found === null ? 'another program' : 'a service of another database'} responds`;
  throw new CliError(
    `the service is not running: ${what}. Start it (proffer serve), or name a remote one with --url`,
  );
}

/** Whether a service of this database responds where one was started last. */
export async function isServiceRunning(db: Database): Promise<boolean> {
  const known = await findServiceIdentity({ db });
  const probes = await Promise.all((known?.urls ?? []).map(probe));
  return known !== undefined && probes.includes(known.identity);
}

/** Returns what identifies the service at the URL: `null` if another program responds, `undefined` if nothing does. */
async function probe(url: string): Promise<string | null | undefined> {
  try {
    const reply = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PROBE_MS) });
    await reply.body?.cancel();
    return reply.headers.get(SERVICE_HEADER);
  } catch {
    return undefined;
  }
}

function getLocalUrl({ host, port }: { host: string; port: number }): string {
  const address =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${address}:${port}`;
}
