import type { Client, Json } from '../../support/service/client.ts';
import { DAY } from '../../support/service/clock.ts';
import { inParallel } from '../check/aftermath.ts';
import type { History } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
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
  putCustomer,
  settle,
} from './actor.ts';

interface Office extends Desk {
  quotes: Set<string>;
  /** Quotes whose end was acknowledged. */
  ended: Set<string>;
}

const ROWS = 2;
/** Weeks that are due when a series begins. */
const MAX_DUE = 6;

/** A business begins series of invoices whose periods are due at once, and ends them while they are made. */
export async function createBiller(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const desk = await openDesk(cluster, 'biller', { history, random });
  await putCustomer(cluster, desk, 'customer@series.example');
  const office: Office = { ...desk, quotes: new Set(), ended: new Set() };
  return {
    run: (route, isOver) => doInRows(ROWS, office, [begin, begin, end], [office, route], isOver),
    async finish(service) {
      await service.runJob('recurring');
      await compare(office, service.url);
    },
    counts: () => ({ 'series of invoices': office.quotes.size, 'series ended': office.ended.size }),
  };
}

async function begin(office: Office, route: Route): Promise<void> {
  const { history, api, mark, random } = office;
  const from = Date.now() - Math.ceil(random() * MAX_DUE) * 7 * DAY;
  const items = [{ ...ITEM, recurring: { interval: 'week', periods: null } }];
  const recurringFrom = new Date(from).toISOString().slice(0, 10);
  const post = async (path: string, body: object) => {
    const key = keyed(mark());
    return settle(history, route, path, (url) => api(url).post(path, body, key), [201]);
  };
  const quote = await post('/quotes', { customerId: 'cus_a', title: mark(), items, recurringFrom });
  if (!isDone(quote)) return;
  const { id } = quote.body;
  if (isDone(await post(`/quotes/${id}/convert-to-invoice`, { confirm: true }))) office.quotes.add(id);
}

/** Sometimes two end it at once. */
async function end({ history, api, mark, random, quotes, ended }: Office, route: Route): Promise<void> {
  const id = oneOf(random, [...quotes]);
  if (!id) return;
  const path = `/quotes/${id}/end-recurring`;
  const once = async () => {
    const key = keyed(mark());
    const reply = await settle(history, route, path, (url) => api(url).post(path, {}, key), [200, 409]);
    if (isDone(reply)) ended.add(id);
  };
  await Promise.all(Array.from({ length: random() < 0.3 ? 2 : 1 }, once));
}

/** Checks that the periods of every series were invoiced once and in order, and none is missing. */
async function compare({ history, api, quotes, ended }: Office, url: string): Promise<void> {
  await inParallel([...quotes], async (id) => {
    const { body: quote } = await api(url).get(`/quotes/${id}`);
    for (const series of quote.series) {
      const found = await checkSeries(api(url), series, ended.has(id));
      history.violations.push(...found.map((what) => `${id}: ${what}`));
    }
  });
}

async function checkSeries(
  api: Client,
  { id, invoiced, state, nextDate }: Json,
  hasEnded: boolean,
): Promise<string[]> {
  const { body } = await api.get(`/invoices?seriesId=${id}&sort=createdAt&limit=100`);
  const periods: number[] = body.data.map((invoice: Json) => invoice.series.period);
  const numbers = body.data.map(({ number }: Json) => number).filter((number: unknown) => number !== null);
  const today = new Date().toISOString().slice(0, 10);
  return [
    ...(periods.every((period, at) => period === at + 2) ? [] : [`periods ${periods}`]),
    ...(invoiced === periods.length + 1
      ? []
      : [`${invoiced} periods counted, ${periods.length + 1} invoiced`]),
    ...(new Set(numbers).size === numbers.length ? [] : ['two invoices have one number']),
    ...(hasEnded && state !== 'ended' ? [`${state}, although its end was acknowledged`] : []),
    ...(state === 'active' && nextDate <= today ? [`the period of ${nextDate} is missing`] : []),
  ];
}
