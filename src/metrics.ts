import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  observe(method: string, route: string, status: number, ms: number): void;
  /** Documents by outcome: the standard that was reached, or why there is none. */
  documents: Counter;
  /** Mails by outcome. */
  mails: Counter;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'proffer_http_request_seconds',
    help: 'Duration of requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers: [registry],
  });
  return {
    registry,
    observe(method, route, status, ms) {
      requests.observe({ method, route, status }, ms / 1000);
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
  };
}
