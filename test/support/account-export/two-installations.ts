import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallationSecrets } from '../../../src/actions/account/move/convert-rows.ts';
import type { MoveBetween } from '../../../src/actions/account/move/move-between.ts';
import { readSealingSecrets } from '../../../src/actions/account/sealing/sealing-secrets.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import type { Database } from '../../../src/store/database.ts';
import { openExclusively } from '../../../src/store/open-database.ts';
import { findSetting } from '../../../src/store/tables/settings.ts';
import { signIn } from '../console/sign-in.ts';
import {
  type Engine,
  makeDatabase,
  startTestService,
  type TestAccount,
  type TestService,
} from '../service/service.ts';
import { type FilledAccount, fillAccount } from './fill-account.ts';

const SECRETS = { source: 's'.repeat(40), target: 't'.repeat(40) };
type Side = keyof typeof SECRETS;

/** Two installations with other secrets; the source has an account with something of most kinds, and another one. */
export interface TwoInstallations {
  account: TestAccount;
  filled: FilledAccount;
  /** Value of `--from` and `--to`. */
  places: Record<Side, string>;
  /** Files with the secrets. */
  files: Record<Side, string>;
  start(side: Side, more?: Record<string, string>): Promise<TestService>;
  /** Opens both databases, and the move from one to the other. */
  open(): Promise<{ move: MoveBetween; close(): Promise<void> }>;
  remove(): Promise<void>;
}

export async function makeTwoInstallations(from: Engine, to: Engine): Promise<TwoInstallations> {
  const made = {
    source: await makeDatabase(from, { withTables: true }),
    target: await makeDatabase(to, { withTables: true }),
  };
  const start = (side: Side, more: Record<string, string> = {}) =>
    startTestService({
      engine: side === 'source' ? from : to,
      place: made[side],
      env: { PROFFER_SECRET: SECRETS[side], MAIL_PRIVATE_HOSTS: 'localhost', ...more },
    });
  const source = await start('source');
  const account = await source.newAccount({ name: 'Moved' });
  const filled = await fillAccount(source, account);
  const { accountId } = account;
  await signIn(source, { accountId, name: 'Grace Hopper', email: 'grace@example.test', password: 'hers' });
  await signIn(source, { accountId, name: 'Alan', email: 'alan@example.test', password: 'at the source' });
  await fillAccount(source, await source.newAccount({ name: 'Stays' }));
  await source.close();
  const target = await start('target');
  const other = await target.newAccount({ name: 'Was here' });
  await fillAccount(target, other);
  const alan = { name: 'Alan', email: 'alan@example.test', password: 'at the target' };
  await signIn(target, { accountId: other.accountId, ...alan });
  await target.close();
  const describe = ({ env, dataDir }: { env: Record<string, string>; dataDir: string }) =>
    env.DATABASE_URL ?? `sqlite:${dataDir}`;
  const files = { source: '', target: '' };
  for (const side of ['source', 'target'] as const) {
    files[side] = join(made[side].dataDir, 'secret.txt');
    await writeFile(files[side], `${SECRETS[side]}\n`);
  }
  const open = async () => {
    const [fromDb, toDb] = await Promise.all([openPlace(made.source.env), openPlace(made.target.env)]);
    const secrets = {
      source: await readSecrets(fromDb, made.source.env, SECRETS.source),
      target: await readSecrets(toDb, made.target.env, SECRETS.target),
    };
    const move: MoveBetween = { from: fromDb, to: toDb, accountId, secrets };
    return { move, close: async () => void (await Promise.all([fromDb.close(), toDb.close()])) };
  };
  return {
    ...{ account, filled, files, start, open },
    places: { source: describe(made.source), target: describe(made.target) },
    remove: async () => void (await Promise.all([made.source.remove(), made.target.remove()])),
  };
}

function openPlace(env: Record<string, string>): Promise<Database> {
  return openExclusively(readConfig(env));
}

async function readSecrets(
  db: Database,
  env: Record<string, string>,
  secret: string,
): Promise<InstallationSecrets> {
  const stored = (await findSetting(db.read, 'secret')) ?? '';
  const sealing = readSealingSecrets({ ...readConfig(env), secret }, stored);
  return { secret, config: { previousSecret: null }, sealing };
}
