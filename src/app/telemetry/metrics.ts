import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { registerRequestDurations } from './request-durations.ts';

export interface Metrics {
  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<string>;
  observe(method: string, route: string, status: number, ms: number): void;
  /** Returns the number of responses. */
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

let sharedRegistry: Registry | undefined;

/** Shares the default metrics among all services of a process, because their event loop monitor cannot be stopped. */
function createRegistry(): Registry {
  if (!sharedRegistry) {
    sharedRegistry = new Registry();
    collectDefaultMetrics({ register: sharedRegistry });
  }
  const registry = new Registry();
  for (const { name } of sharedRegistry.getMetricsAsArray()) {
    const metric = sharedRegistry.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
  return registry;
}

function createMetricsIn(registry: Registry): Metrics {
  let responded = 0;
  const addDuration = registerRequestDurations(registry);
  return {
    text: () => registry.metrics(),
    responded: () => responded,
    observe(method, route, status, ms) {
      responded++;
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
