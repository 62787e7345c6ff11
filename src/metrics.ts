import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.ts';

export interface Metrics {
  registry: Registry;
  observe(method: string, route: string, status: number, ms: number): void;
  /** Documents by outcome: the standard that was reached, or why there is none. */
  documents: Counter;
  /** Mails by outcome. */
  mails: Counter;
  /** Requests that were too many at once. */
  refused: Counter;
}

/** What waits in the outbox: how many mails, and for how long the oldest of them. */
export interface Backlog {
  mails: number;
  oldestMs: number;
}

export function createMetrics(readBacklog: () => Promise<Backlog>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerBacklog(registry, readBacklog);
  const requests = new RequestDurations(registry);
  return {
    registry,
    observe(method, route, status, ms) {
      requests.add(method, route, status, ms / 1000);
    },
    documents: new Counter({
      name: 'proffer_documents_total',
      help: 'Documents made, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    mails: new Counter({
      name: 'proffer_mails_total',
      help: 'Mails handed over, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    refused: new Counter({
      name: 'proffer_requests_refused_total',
      help: 'Requests answered 503 because too many came at once',
      registers: [registry],
    }),
  };
}

/** Asked for when somebody looks; without an answer of the database there is no number rather than an old one. */
function registerBacklog(registry: Registry, read: () => Promise<Backlog>): void {
  let asked: Promise<Backlog | undefined> | undefined;
  const ask = () => {
    asked ??= read()
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  const gauge = (name: string, help: string, measure: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const backlog = await ask();
        this.remove();
        if (backlog) this.set(measure(backlog));
      },
    });
  gauge(
    'proffer_outbox_waiting',
    'Mails of the outbox that wait to be delivered, in the whole installation',
    ({ mails }) => mails,
  );
  gauge(
    'proffer_outbox_oldest_seconds',
    'How long the oldest mail of the outbox has been waiting; 0 when none is',
    ({ oldestMs }) => oldestMs / 1000,
  );
}
