import { readConfig } from '../../../src/app/config/config.ts';
import { startService } from '../../../src/app/service.ts';
import { openDatabase } from '../../../src/store/open-database.ts';
import { listKeys } from '../../../src/store/tables/account/keys.ts';
import { inParallel } from '../../chaos/check/aftermath.ts';
import { checkRows } from '../../chaos/check-rows.ts';
import { blankRenderer } from '../../support/pdf/blank-renderer.ts';
import { createClient, type Json } from '../../support/service/client.ts';
import { TEST_KEY } from '../../support/service/service.ts';
import { sharedScripts } from '../../support/service/shared-scripts.ts';
import type { Acknowledged, Known, KnownKey } from './writers.ts';

/** Starts a service on the data of a power cut: everything acknowledged must be there, and all rows must match. */
export async function checkCopy(dataDir: string, known: Acknowledged): Promise<string[]> {
  const config = readConfig({
    ...{ PORT: '0', LOG_LEVEL: 'silent', PROFFER_API_KEY: TEST_KEY, DATA_DIR: dataDir },
    ...{ RATE_LIMIT_READS: '0', RATE_LIMIT_WRITES: '0' },
  });
  const service = await startService(config, {
    warmUp: false,
    renderer: blankRenderer(),
    scripts: await sharedScripts(),
  });
  const db = await openDatabase(config);
  try {
    const found: string[] = [];
    await inParallel([...known.objects.values()], async (object) => {
      found.push(...(await checkObject(service.url, object)));
    });
    const rows = new Map((await listKeys(db.read)).map((row) => [row.id, row]));
    for (const key of known.keys.values())
      found.push(...(await checkKey(service.url, key, rows.get(key.id))));
    found.push(...(await checkPayments(service.url, known)));
    return [...found, ...(await checkRows(db))];
  } finally {
    await db.close();
    await service.close();
  }
}

async function checkObject(url: string, { path, version, body, ...known }: Known): Promise<string[]> {
  const reply = await createClient({ url, key: TEST_KEY }).get(path);
  if (known.isDeleted) return reply.status === 404 ? [] : [`${path} was deleted, but is there`];
  if (reply.status !== 200) return known.mayBeDeleted ? [] : [`${path} is lost`];
  const found = Number(/"(\d+)/.exec(reply.headers.get('ETag') ?? '')?.[1]);
  if (found < version) return [`${path} is at version ${found}, acknowledged was ${version}`];
  const { publicUrl: _, ...now } = reply.body;
  if (found > version || JSON.stringify(now) === JSON.stringify(body)) return [];
  return [`${path} differs from what was acknowledged: ${JSON.stringify(now)}, not ${JSON.stringify(body)}`];
}

/** A revoked key is looked up in its row, because many wrong keys from one address are refused unread. */
async function checkKey(
  url: string,
  { id, secret, isRevoked, mayBeRevoked }: KnownKey,
  row: { revoked_at: number | null } | undefined,
): Promise<string[]> {
  if (!row) return [`key ${id} is lost`];
  if (isRevoked) return row.revoked_at === null ? [`key ${id} was revoked, but is accepted`] : [];
  if (mayBeRevoked) return [];
  const { status } = await createClient({ url, key: secret }).get('/account');
  return status === 200 ? [] : [`key ${id} was created, but answers ${status}`];
}

async function checkPayments(url: string, { payments }: Acknowledged): Promise<string[]> {
  const lost: string[] = [];
  for (const [path, own] of Map.groupBy(payments, ([, invoice]) => invoice)) {
    const { body, text } = await createClient({ url, key: TEST_KEY }).get(`${path}/payments`);
    if (!body?.data) lost.push(`the payments of ${path} are not there: ${text}`);
    const ids = new Set(body?.data?.map((payment: Json) => payment.id));
    lost.push(...own.filter(([id]) => !ids.has(id)).map(([id]) => `payment ${id} of ${path} is lost`));
  }
  return lost;
}
