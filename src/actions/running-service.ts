import type { Deps } from '../deps.ts';
import { findSetting, putSetting } from '../store/tables/settings.ts';

/** Facts about the service that the command line, which may run with another environment, needs for its links. */
export interface RunningService {
  /** Of links to the console. */
  baseUrl: string;
  hasMailServer: boolean;
}

/** As it is recorded. */
interface RecordedService extends RunningService {
  mailFrom: string;
  /** Whether its secret comes from its environment, and is in no database. */
  hasOwnSecret: boolean;
}

const SETTING = 'running service';

/** Every start records them; of several processes, the last one's stay. */
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

/** `undefined` until a service has started. */
export async function findService({ db }: Pick<Deps, 'db'>): Promise<RecordedService | undefined> {
  const value = await findSetting(db.read, SETTING);
  return value === undefined ? undefined : JSON.parse(value);
}
