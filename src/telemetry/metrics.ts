import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { registerRequestDurations } from './request-durations.ts';

export interface Metrics {
  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<string>;
  /** Returns the counts of this thread. */
  report(): Promise<MetricsReport>;
  observe(method: string, route: string, status: number, ms: number): void;
  /** Returns the number of responses, of this thread or of all threads that share the counter. */
  responded(): number;
  /** Documents by outcome: the PDF standard, or the reason of the failure. */
  documents: Counter;
  /** Documents without the logo, because it could not be drawn in time. */
  omittedLogos: Counter;
  /** Emails by outcome. */
  mails: Counter;
  /** Delivery attempts by outcome. */
  webhooks: Counter;
  /** Requests rejected because of overload. */
  refused: Counter;
}

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** The counts of a thread, as they are sent to the main thread. */
export type MetricsReport = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Waiting emails of the outbox and overdue webhooks. */
export interface Backlog {
  mails: number;
  oldestMs: number;
  /** Waiting time of the most overdue webhook endpoint. */
  webhooksDueMs: number;
}

/** Process and request metrics. */
export function createMetrics(readBacklog: () => Promise<Backlog>): Metrics {
  const registry = createRegistry();
  registerBacklog(registry, readBacklog);
  return createMetricsIn(registry);
}

/** Metrics of a server thread. Metrics of the whole process belong to the main thread. */
export function createThreadMetrics(responded: Int32Array): Metrics {
  const registry = createRegistry();
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith('process_')) registry.removeSingleMetric(name);
  }
  return createMetricsIn(registry, responded);
}

let threadRegistry: Registry | undefined;

/** Shares the default metrics among all services of a thread, because their event loop monitor cannot be stopped. */
function createRegistry(): Registry {
  if (!threadRegistry) {
    threadRegistry = new Registry();
    collectDefaultMetrics({ register: threadRegistry });
  }
  const registry = new Registry();
  for (const { name } of threadRegistry.getMetricsAsArray()) {
    const metric = threadRegistry.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
  return registry;
}

/** Aggregates the reports of all threads. The first one is that of the main thread. */
export function aggregateMetrics([main = [], ...others]: MetricsReport[]): Promise<string> {
  const merged = main.map((metric) => ({
    ...metric,
    // Metrics that cannot be summed are kept from the main thread only.
    aggregator: metric.aggregator === 'omit' ? ('first' as const) : metric.aggregator,
  }));
  return AggregatorRegistry.aggregate([merged, ...others]).metrics();
}

function createMetricsIn(registry: Registry, responded: Int32Array = new Int32Array(1)): Metrics {
  const addDuration = registerRequestDurations(registry);
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
      help: 'Documents generated, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    omittedLogos: new Counter({
      name: 'proffer_logos_left_out_total',
      help: 'Documents generated without the logo because it could not be drawn in time',
      registers: [registry],
    }),
    mails: new Counter({
      name: 'proffer_mails_total',
      help: 'Emails handed to the mail server, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    webhooks: new Counter({
      name: 'proffer_webhook_tries_total',
      help: 'Attempts to deliver an event to a webhook endpoint, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    refused: new Counter({
      name: 'proffer_requests_refused_total',
      help: 'Requests rejected with 503 because of overload',
      registers: [registry],
    }),
  };
}

/** Reads the backlog at each scrape. If the database does not respond, the gauges are absent instead of outdated. */
function registerBacklog(registry: Registry, read: () => Promise<Backlog>): void {
  let pending: Promise<Backlog | undefined> | undefined;
  const readOnce = () => {
    pending ??= read()
      .catch(() => undefined)
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  const gauge = (name: string, help: string, measure: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const backlog = await readOnce();
        this.remove();
        if (backlog) this.set(measure(backlog));
      },
    });
  gauge(
    'proffer_outbox_waiting',
    'Emails in the outbox that wait for delivery, in the whole installation',
    ({ mails }) => mails,
  );
  gauge(
    'proffer_outbox_oldest_seconds',
    'How long the oldest email in the outbox has been waiting; 0 if none is',
    ({ oldestMs }) => oldestMs / 1000,
  );
  gauge(
    'proffer_webhooks_due_seconds',
    'How long the most overdue webhook endpoint has been waiting; 0 if none is',
    ({ webhooksDueMs }) => webhooksDueMs / 1000,
  );
}
