import type { Metric, Registry } from 'prom-client';

const NAME = 'proffer_http_request_seconds';
const BOUNDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30];

interface Durations {
  labels: { method: string; route: string; status: number };
  /** Requests per bucket; the last bucket is above all bounds. */
  counts: number[];
  sum: number;
}

/**
 * Registers a histogram of request durations. The library's own histogram builds a string of the labels for every
 * request, which costs 2.5 % of a get.
 */
export function registerRequestDurations(registry: Registry) {
  const byRoute = new Map<string, Map<string, Map<number, Durations>>>();
  const all: Durations[] = [];

  function addDurations(method: string, route: string, status: number): Durations {
    const durations = { labels: { method, route, status }, counts: [...BOUNDS.map(() => 0), 0], sum: 0 };
    const byMethod = byRoute.getOrInsert(route, new Map()).getOrInsert(method, new Map());
    byMethod.set(status, durations);
    all.push(durations);
    return durations;
  }

  registry.registerMetric({
    name: NAME,
    get: async () => ({
      name: NAME,
      help: 'Duration of requests',
      type: 'histogram',
      aggregator: 'sum',
      values: all.flatMap(toValues),
    }),
  } as unknown as Metric);

  return (method: string, route: string, status: number, seconds: number): void => {
    const durations = byRoute.get(route)?.get(method)?.get(status) ?? addDurations(method, route, status);
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    (durations.counts[bucket === -1 ? BOUNDS.length : bucket] as number)++;
    durations.sum += seconds;
  };
}

/** Converts to the library's format, in which each bucket includes the ones before it. */
function toValues({ labels, counts, sum }: Durations) {
  let count = 0;
  const buckets = counts.map((inBucket, index) => {
    count += inBucket;
    return { labels: { le: BOUNDS[index] ?? '+Inf', ...labels }, value: count, metricName: `${NAME}_bucket` };
  });
  return [
    ...buckets,
    { labels, value: sum, metricName: `${NAME}_sum` },
    { labels, value: count, metricName: `${NAME}_count` },
  ];
}
