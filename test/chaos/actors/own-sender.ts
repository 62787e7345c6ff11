import type { Service } from '../../../src/app/service.ts';
import { submit } from '../../support/api/customer.ts';
import { signIn } from '../../support/console/sign-in.ts';
import { HOUR, type TestClock } from '../../support/service/clock.ts';
import type { History } from '../check/history.ts';
import { checkOwnMails } from '../check/own-mails.ts';
import type { Cluster } from '../faults/cluster.ts';
import type { OwnMailServer } from '../faults/own-mail-server.ts';
import { toReply } from '../operations.ts';
import type { Route } from '../perform.ts';
import { oneOf, type Random } from '../random.ts';
import {
  type Actor,
  type Desk,
  doInRows,
  ITEM,
  isDone,
  keyed,
  openDesk,
  type Person,
  putCustomer,
  readForm,
  settle,
  signInOwner,
} from './actor.ts';

interface Office extends Desk {
  owner: Person;
  server: OwnMailServer;
  /** Requests to send that have not succeeded yet, by quote: the recipient, and the key that each repeat has. */
  open: Map<string, { email: string; key: string }>;
  /** The path of the page of each quote that was sent, unless it was accepted. */
  pages: Map<string, string>;
  /** Quotes whose `send` was acknowledged, and the quotes of acknowledged messages and reminders. */
  acknowledged: Record<'sent' | 'message' | 'reminder', string[]>;
  /** Whether the service has been given the present password. */
  isConnected: boolean;
  passwordChanges: number;
}

const ROWS = 4;
const DOMAIN = 'own-mail.example';
/** Ten times per second, the owner may change the password, and enter the new one while the service has the old one. */
const CHANGE_SHARE = 0.03;
const CONNECT_SHARE = 0.08;
const REPEATS = 8;
/** The longest delay of a retry is six hours. */
const MAX_WAITING_H = 12;
const SEND_RESULTS = [200, 'mail_sign_in_needed', 'mail_timeout', 'send_in_progress'];

/**
 * A business sends by its own mail server, which defers messages, cuts connections and loses replies. Its owner changes
 * the password there, and later tells the service.
 */
export async function createOwnSender(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const desk = await openDesk(cluster, 'own-sender', { history, random, kind: 'live' });
  const owner = await signInOwner(cluster, desk);
  const { ownMailServer: server } = cluster;
  await putCustomer(cluster, desk, `customer@${DOMAIN}`);
  const url = cluster.replicas[0]?.url ?? '';
  const replies = [
    await owner(url).patch('/account', { email: `desk@${DOMAIN}` }),
    await owner(url).put('/mail-account', server.input()),
  ];
  for (const { status, text } of replies) if (status >= 300) throw new Error(text);
  const office: Office = {
    ...{ ...desk, owner, server, open: new Map(), pages: new Map(), isConnected: true, passwordChanges: 0 },
    acknowledged: { sent: [], message: [], reminder: [] },
  };
  return {
    async run(route, isOver) {
      // Quotes to write about and to remind of.
      await Promise.all(Array.from({ length: ROWS }, () => offer(office, route)));
      server.misbehave(true);
      const acts = [offer, offer, sendAgain, write, write, remind, remind, accept];
      await Promise.all([
        doInRows(ROWS, office, acts, [office, route], isOver),
        doInRows(1, office, [mindPassword], [office, route], isOver),
      ]);
      server.misbehave(false);
    },
    finish: (service, clock) => finish(cluster, office, service, clock),
    check: (db) => {
      const lives = cluster.replicas.flatMap((replica) => replica.lives);
      const facts = { receipts: server.receipts, lives, outages: cluster.outages };
      return checkOwnMails(db, desk.accountId, office.acknowledged, facts);
    },
    counts: () => ({
      'emails taken by an own mail server': server.receipts.length,
      deferred: server.counts.deferred,
      'cut off': server.counts.cut,
      'replies lost': server.counts.lost,
      'passwords changed': office.passwordChanges,
    }),
  };
}

async function offer(office: Office, route: Route): Promise<void> {
  const { history, api, mark } = office;
  const [title, key] = [mark(), mark()];
  const body = { customerId: 'cus_a', title, items: [ITEM] };
  const create = (url: string) => api(url).post('/quotes', body, keyed(key));
  const created = await settle(history, route, 'create', create, [201]);
  if (!isDone(created)) return;
  office.open.set(created.body.id, { email: `${title}@${DOMAIN}`, key: mark() });
  await send(office, route, created.body.id, SEND_RESULTS);
}

/** Repeats a request to send under its key, as a caller does who got an error or no response. */
async function sendAgain(office: Office, route: Route): Promise<void> {
  const id = oneOf(office.random, [...office.open.keys()]);
  if (id) await send(office, route, id, SEND_RESULTS);
}

async function send(
  { history, api, open, pages, acknowledged }: Office,
  route: Route,
  id: string,
  expected: (number | string)[],
): Promise<void> {
  const request = open.get(id);
  if (!request) return;
  const { email, key } = request;
  const path = `/quotes/${id}/send`;
  const post = (url: string) => api(url).post(path, { email }, keyed(key));
  const reply = await settle(history, route, path, post, expected);
  if (!isDone(reply) || !open.delete(id)) return;
  pages.set(id, new URL(reply.body.publicUrl).pathname);
  acknowledged.sent.push(id);
}

async function write(office: Office, route: Route): Promise<void> {
  const { history, api, mark } = office;
  const [id] = pick(office);
  if (!id) return;
  const [path, text, key] = [`/quotes/${id}/messages`, mark(), keyed(mark())];
  const reply = await settle(history, route, path, (url) => api(url).post(path, { text }, key), [201]);
  if (isDone(reply)) office.acknowledged.message.push(id);
}

async function remind(office: Office, route: Route): Promise<void> {
  const { history, api, mark } = office;
  const [id] = pick(office);
  if (!id) return;
  const [path, key] = [`/quotes/${id}/remind`, keyed(mark())];
  const post = (url: string) => api(url).post(path, {}, key);
  // The quote may have been accepted meanwhile.
  const reply = await settle(history, route, path, post, [200, 'quote_not_open']);
  if (isDone(reply)) office.acknowledged.reminder.push(id);
}

async function accept(office: Office, route: Route): Promise<void> {
  const [id, path] = pick(office);
  if (!id || !path) return;
  const seen = await readForm(office, route, path);
  if (!seen) return;
  office.pages.delete(id);
  const post = async (url: string) =>
    toReply(await submit(`${url}${path}`, 'accept', { name: 'Ada', ...seen }));
  await settle(office.history, route, `accept ${id}`, post, [303, 404, 409]);
}

/** The owner changes the password at the mail server, and some time later tells the service. */
async function mindPassword(office: Office, route: Route): Promise<void> {
  const { server, random } = office;
  if (random() > (office.isConnected ? CHANGE_SHARE : CONNECT_SHARE)) return;
  if (office.isConnected) {
    server.changePassword();
    office.isConnected = false;
    office.passwordChanges++;
    return;
  }
  const put = (url: string) => office.owner(url).put('/mail-account', server.input());
  const reply = await settle(office.history, route, 'connect', put, [200, 'mail_timeout']);
  office.isConnected = isDone(reply);
}

/** Ends what the load has left open: the mail server works again. */
async function finish(cluster: Cluster, office: Office, service: Service, clock: TestClock): Promise<void> {
  const { accountId, history, server, open } = office;
  let left = REPEATS;
  const route = { random: office.random, pick: () => service.url, isOpen: () => left-- > 0 };
  const db = await cluster.openDatabase();
  try {
    if (!office.isConnected) {
      // The sign-in of the load is not recent any more.
      const target = { url: service.url, db, automation: office.api(service.url), clock };
      const owner = await signIn(target, { accountId, email: 'late-owner@people.example' });
      await settle(history, route, 'connect', () => owner.put('/mail-account', server.input()), [200]);
    }
    for (const id of [...open.keys()]) {
      left = REPEATS;
      await send(office, route, id, [200]);
      if (open.has(id)) history.violations.push(`${id} could not be sent`);
    }
    const isWaiting = `SELECT 1 FROM outbox WHERE account_id = ? AND state = 'waiting' LIMIT 1`;
    for (let hours = 0; hours < MAX_WAITING_H && (await db.read.get(isWaiting, accountId)); hours++) {
      await service.runJob('outbox');
      clock.advance(HOUR);
    }
  } finally {
    await db.close();
  }
}

function pick({ random, pages }: Office): [id?: string, path?: string] {
  return oneOf(random, [...pages]) ?? [];
}
