import { createHmac } from 'node:crypto';
import type { Deps } from '../app/deps.ts';
import { readVersion } from '../app/telemetry/manifest.ts';
import { findSetting, putSetting } from '../store/tables/settings.ts';
import { findSealingId, type SealingSecrets } from './account/sealing/sealed-field.ts';

/** Facts about the running service that the command line needs for its links: it may run with another environment. */
export interface RunningService {
  /** Base URL of links to the console. */
  baseUrl: string;
  hasMailServer: boolean;
}

interface RecordedService extends RunningService {
  /** Where it listens. */
  localUrl: string;
  mailFrom: string;
  /** Whether the secret comes from the environment instead of the database. */
  hasOwnSecret: boolean;
  /** Identifies the secret that seals stored values. */
  sealedBy: string;
  version: string;
}

const SETTING = 'running service';

/** Response header of `/healthz`. */
export const SERVICE_HEADER = 'Proffer-Service';

/** Records the service at every start; the last of several processes wins. */
export async function recordService(
  { db, config, sealing }: Pick<Deps, 'db' | 'config' | 'sealing'>,
  { baseUrl, localUrl }: { baseUrl: string; localUrl: string },
): Promise<void> {
  const service: RecordedService = {
    baseUrl,
    localUrl,
    hasMailServer: config.smtpUrl !== null,
    mailFrom: config.mailFrom,
    hasOwnSecret: config.secret !== null,
    sealedBy: findSealingId(sealing, 'webhook secret'),
    version: readVersion(),
  };
  const value = JSON.stringify(service);
  if ((await findSetting(db.read, SETTING)) === value) return;
  await db.write((tx) => putSetting(tx, SETTING, value));
}

/** Returns `undefined` until a service has started. */
export async function findService({ db }: Pick<Deps, 'db'>): Promise<RecordedService | undefined> {
  const value = await findSetting(db.read, SETTING);
  return value === undefined ? undefined : JSON.parse(value);
}

/**
 * Identifies the services of a database without telling anything else about it. All of its processes return the same in
 * `/healthz`, so a command recognizes an address at which something else listens by now.
 */
export function identifyService({ stored }: Pick<SealingSecrets, 'stored'>): string {
  return createHmac('sha256', stored).update('service').digest('base64url').slice(0, 22);
}

/** Where the service that was started last responds, and as what; `undefined` until one has started. */
export async function findServiceIdentity({
  db,
}: Pick<Deps, 'db'>): Promise<{ urls: string[]; identity: string } | undefined> {
  const [service, stored] = [await findService({ db }), await findSetting(db.read, 'secret')];
  if (!service || stored === undefined) return undefined;
  return { urls: [...new Set([service.localUrl, service.baseUrl])], identity: identifyService({ stored }) };
}
