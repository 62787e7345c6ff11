import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { requestDurations } from './request-durations.ts';

export interface Metrics {
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  /** What this thread has counted. */
  report(): Promise<MetricsReport>;
  observe(method: string, route: string, status: number, ms: number): void;
  /** How many requests were responded to, by this thread or those that it counts with. */
  responded(): number;
  /** Documents by outcome: the standard that was reached, or why there is none. */
  documents: Counter;
  /** Documents whose logo could not be drawn, or not in time. */
  logosLeftOut: Counter;
  /** Mails by outcome. */
  mails: Counter;
  /** Tries to deliver an event, by outcome. */
  webhooks: Counter;
  /** Requests that were too many at once. */
  refused: Counter;
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** What a thread has counted, as it goes to another one. */
export type MetricsReport = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What waits: how many mails of the outbox, for how long the oldest of them, and the webhooks. */
export interface Backlog {
  mails: number;
  oldestMs: number;
  /** How long the webhook endpoint that is due for longest has been so. */
  webhooksDueMs: number;
}

/** Of the process and its requests. */
export function createMetrics(readBacklog: () => Promise<Backlog>): Metrics {
  const registry = withDefaultMetrics();
  registerBacklog(registry, readBacklog);
  return metricsIn(registry);
}

/** Of a thread and its requests: what concerns the whole process is counted by its main thread. */
export function createThreadMetrics(responded: Int32Array): Metrics {
  const registry = withDefaultMetrics();
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith('process_')) registry.removeSingleMetric(name);
  }
  return metricsIn(registry, responded);
}

let ofThread: Registry | undefined;

/** Those of this thread are the same for every service in it: what watches its event loop can never be stopped again. */
function withDefaultMetrics(): Registry {
  if (!ofThread) {
    ofThread = new Registry();
    collectDefaultMetrics({ register: ofThread });
  }
  const registry = new Registry();
  for (const { name } of ofThread.getMetricsAsArray()) {
    const metric = ofThread.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
  return registry;
}

/** Of the whole process: the first report is that of its main thread. */
export function sumOfMetrics([main = [], ...others]: MetricsReport[]): Promise<string> {
  const kept = main.map((metric) => ({
    ...metric,
    // Not to be added up, but here it is there only once.
    aggregator: metric.aggregator === 'omit' ? ('first' as const) : metric.aggregator,
  }));
  return AggregatorRegistry.aggregate([kept, ...others]).metrics();
}

function metricsIn(registry: Registry, responded: Int32Array = new Int32Array(1)): Metrics {
  const addDuration = requestDurations(registry);
  return {
    text: () => registry.metrics(),
    report: () => registry.getMetricsAsJSON(),
    responded: () => Atomics.load(responded, 0),
    observe(method, route, status, ms) {
      Atomics.add(responded, 0, 1);
      addDuration(method, route, status, ms / 1000);
    },
    documents: new Counter({
      name: 'proffer_documents_total',
      help: 'Documents made, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    logosLeftOut: new Counter({
      name: 'proffer_logos_left_out_total',
      help: 'Documents made without the logo because it could not be drawn in time',
      registers: [registry],
    }),
    mails: new Counter({
      name: 'proffer_mails_total',
      help: 'Mails handed over, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    webhooks: new Counter({
      name: 'proffer_webhook_tries_total',
      help: 'Tries to deliver an event to a webhook endpoint, by outcome',
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
  gauge(
    'proffer_webhooks_due_seconds',
    'How long the webhook endpoint that is due for longest has been so; 0 when none is',
    ({ webhooksDueMs }) => webhooksDueMs / 1000,
  );
}
