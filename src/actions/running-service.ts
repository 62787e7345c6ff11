import type { Deps } from '../deps.ts';
import { findSetting, putSetting } from '../store/tables/settings.ts';

/** Facts about the running service that the command line needs for its links: it may run with another environment. */
export interface RunningService {
  /** Base URL of links to the console. */
  baseUrl: string;
  hasMailServer: boolean;
}

interface RecordedService extends RunningService {
  mailFrom: string;
  /** Whether the secret comes from the environment instead of the database. */
  hasOwnSecret: boolean;
}

const SETTING = 'running service';

/** Records the service at every start; the last of several processes wins. */
export async function recordService(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  baseUrl: string,
): Promise<void> {
  const service: RecordedService = {
    baseUrl,
    hasMailServer: config.smtpUrl !== null,
    mailFrom: config.mailFrom,
    hasOwnSecret: config.secret !== null,
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
