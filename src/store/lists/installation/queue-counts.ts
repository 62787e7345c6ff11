import { MAX_COUNTED, type QueueCounts } from '../../../domain/account/account-overview.ts';
import { formatLimit, type Sql } from '../../database.ts';

/** Counts what waits in the queues of the installation, each up to a number. */
export async function countQueues(sql: Sql): Promise<QueueCounts> {
  const some = formatLimit(MAX_COUNTED + 1).sql;
  const count = async (rows: string) => {
    const row = await sql.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${rows} ${some}) AS counted`,
    );
    return row?.n ?? 0;
  };
  const [mailsWaiting, mailsFailed, deliveriesWaiting, endpointsFailing] = await Promise.all([
    count(`outbox WHERE state = 'waiting'`),
    count(`outbox ${sql.indexedBy('outbox_failed')} WHERE state = 'failed'`),
    count(`webhook_deliveries ${sql.indexedBy('webhook_deliveries_due')} WHERE state = 'waiting'`),
    count(
      `webhook_endpoints ${sql.indexedBy('webhook_endpoints_due')} WHERE enabled = 1 AND failing_since IS NOT NULL`,
    ),
  ]);
  return { mailsWaiting, mailsFailed, deliveriesWaiting, endpointsFailing };
}
