import { Histogram, type Registry } from 'prom-client';

/*
 * Buys between a hundredth and a tenth of a get, compared with the library's own histogram (`npm run bench:cpu -- get`);
 * docs/performance.md ("Machinery") says why that is not known better.
 */

const NAME = 'proffer_http_request_seconds';
const HELP = 'Duration of requests';
const BOUNDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30];

interface Durations {
  labels: { method: string; route: string; status: number };
  /** How many were within each bound and beyond the one before; the last is for those beyond all. */
  counts: number[];
  sum: number;
}

/**
 * How long requests take. The histogram that this replaces makes a text of the labels to find the numbers that belong to
 * them, for each request.
 */
export class RequestDurations extends Histogram {
  readonly #known = new Map<string, Map<string, Map<number, Durations>>>();

  constructor(registry: Registry) {
    super({ name: NAME, help: HELP, buckets: BOUNDS, registers: [registry] });
  }

  add(method: string, route: string, status: number, seconds: number): void {
    const durations = this.#of(method, route, status);
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket++;
    (durations.counts[bucket] as number)++;
    durations.sum += seconds;
  }

  #of(method: string, route: string, status: number): Durations {
    const durations = this.#known.get(route)?.get(method)?.get(status);
    if (durations) return durations;
    const fresh = {
      labels: { method, route, status },
      counts: Array<number>(BOUNDS.length + 1).fill(0),
      sum: 0,
    };
    const ofRoute = this.#known.get(route) ?? new Map<string, Map<number, Durations>>();
    const ofMethod = ofRoute.get(method) ?? new Map<number, Durations>();
    this.#known.set(route, ofRoute.set(method, ofMethod.set(status, fresh)));
    return fresh;
  }

  /** What the library asks for when it writes a report. */
  async getForPromString() {
    const all = [...this.#known.values()].flatMap((ofRoute) =>
      [...ofRoute.values()].flatMap((ofMethod) => [...ofMethod.values()]),
    );
    return { name: NAME, help: HELP, type: 'histogram', aggregator: 'sum', values: all.flatMap(valuesOf) };
  }
}

function valuesOf({ labels, counts, sum }: Durations) {
  let count = 0;
  const buckets = counts.map((inBucket, index) => {
    count += inBucket;
    const own = { le: BOUNDS[index] ?? '+Inf' };
    return { labels: own, sharedLabels: labels, value: count, metricName: `${NAME}_bucket` };
  });
  return [
    ...buckets,
    { labels: {}, sharedLabels: labels, value: sum, metricName: `${NAME}_sum` },
    { labels: {}, sharedLabels: labels, value: count, metricName: `${NAME}_count` },
  ];
}
