import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Service } from '../../src/app/service.ts';
import type { Database } from '../../src/store/database.ts';
import { type Client, createClient } from '../support/service/client.ts';
import { MINUTE, type TestClock } from '../support/service/clock.ts';
import { type Received, type Receiver, startReceiver } from '../support/webhooks/receiver.ts';
import { createOwnAccount } from './faults/own-account.ts';
import type { Route } from './perform.ts';
import type { Random } from './random.ts';

/** A webhook receiver with its own account, to which it also writes. */
export interface Subscriber {
  /** Writes until the load ends, whether or not the processes respond. */
  run(route: Route, isOver: () => boolean): Promise<void>;
  /** Accepts every delivery from now on; resolves when none is pending. */
  finish(service: Service, clock: TestClock): Promise<void>;
  /** Checks that every committed event arrived, signed and unchanged, and no others. */
  check(db: Database): Promise<string[]>;
  received(): number;
  close(): Promise<void>;
}

const PATH = '/webhook-endpoints';
const MAX_ROUNDS = 40;
/** Share of first attempts that fail in some way. */
const FAILING_SHARE = 0.3;
const PAUSE_MS = 60;
/** Interval between polls for due deliveries. */
const POLL_MS = 10;
const ROTATED_AFTER = 8;

export async function subscribe(
  open: () => Promise<Database>,
  url: string,
  random: Random,
): Promise<Subscriber> {
  const receiver = await startReceiver({ isClear: true });
  const { accountId, key } = await createOwnAccount(open, { name: 'Heard of', kind: 'test' });
  const made = await createClient({ url, key }).post(PATH, { url: `${receiver.url}/chaos` });
  if (made.status !== 201) throw new Error(made.text);
  const { id, secret } = made.body;
  const secrets: string[] = [secret];
  const path = `${PATH}/${id}`;
  misbehave(receiver, random);

  async function write(api: Client, n: number): Promise<void> {
    await api.put(`/customers/cus_${n % 20}`, { name: `Customer ${n}`, email: 'a@customer.example' });
    if (n !== ROTATED_AFTER) return;
    const rotated = await api.post(`${path}/rotate-secret`);
    if (rotated.status === 200) secrets.push(rotated.body.secret);
  }

  return {
    async run(route, isOver) {
      for (let n = 1; !isOver(); n++) {
        const target = route.pick();
        // A write without a response may have happened; the feed decides.
        if (target) await write(createClient({ url: target, key }), n).catch(() => {});
        await delay(PAUSE_MS);
      }
    },
    async finish(service, clock) {
      receiver.behave('/chaos', undefined);
      const api = createClient({ url: service.url, key });
      for (let round = 0; round < MAX_ROUNDS; ) {
        await service.runJob('fan-out');
        const { data } = (await api.get(`${path}/deliveries?status=waiting&limit=100`)).body;
        if (data.length === 0) return;
        const isDue = data.some((one: { nextAttemptAt: string }) => Date.parse(one.nextAttemptAt) <= clock());
        if (isDue) {
          await delay(POLL_MS);
          continue;
        }
        clock.advance(10 * MINUTE);
        round++;
      }
    },
    async check(database) {
      const rows = await database.read.all<{ id: string; doc: string }>(
        'SELECT id, doc FROM feed WHERE account_id = ?',
        accountId,
      );
      return problemsOf(receiver.received, new Map(rows.map((row) => [row.id, row.doc])), secrets);
    },
    received: () => receiver.received.length,
    close: receiver.close,
  };
}

function misbehave(receiver: Receiver, random: Random): void {
  receiver.behave('/chaos', (response) => {
    if (random() > FAILING_SHARE) response.writeHead(204).end();
    else if (random() < 0.5) response.writeHead(500).end('Not now');
    else response.socket?.destroy();
  });
}

function problemsOf(
  received: readonly Received[],
  committed: ReadonlyMap<string, string>,
  secrets: readonly string[],
): string[] {
  const came = new Set(received.map(({ headers }) => headers['webhook-id']));
  const missing = [...committed.keys()].filter((id) => !came.has(id));
  const wrong = received.flatMap((one) => {
    const id = one.headers['webhook-id'] ?? '';
    if (committed.get(id) !== one.body) return [`a webhook told of ${id}, which was not committed so`];
    return secrets.some((secret) => isSignedBy(secret, one))
      ? []
      : [`a webhook told of ${id} without a signature`];
  });
  return [...missing.map((id) => `no webhook delivery of ${id}`), ...wrong];
}

/** Ignores the age of the signature, because the clock of the service differs. */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body);
  return (headers['webhook-signature'] ?? '').split(' ').includes(signature);
}
