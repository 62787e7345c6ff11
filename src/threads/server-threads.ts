import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { MailMessage } from '../domain/mail.ts';
import { addressOf, type Front, type Place } from '../front.ts';
import { windowsInMemory } from '../http/allowance.ts';
import { type MetricsReport, sumOfMetrics } from '../metrics.ts';
import type { SharedTurns } from '../store/turns.ts';
import { connect } from './calls.ts';

/** What a thread is started with. */
export interface ThreadSetting {
  config: Config;
  place: Place;
  secret: string;
  publicUrl: string;
  turns: SharedTurns;
}

/** What the main thread does for the others: what must be one for all, and what is better done together. */
export type MainFunctions = ReturnType<typeof mainFunctions>;

/** What the main thread asks of each: all open, then all listen; all finish, then all end. */
export interface ThreadFunctions {
  open(): Promise<void>;
  listen(): Promise<void>;
  report(): Promise<MetricsReport>;
  flush(): Promise<void>;
  /** Finishes the running requests. */
  finish(): Promise<void>;
  end(): Promise<void>;
}

const THREAD_FUNCTIONS = ['open', 'listen', 'report', 'flush', 'finish', 'end'] as const;

/**
 * Answers requests in several threads on one port, among which the system shares out the connections. Each reads and
 * writes the database by itself. This thread serves no requests: it makes the new quotes of all the others together, and
 * has the jobs, the typesetters and the connections to the mail server.
 */
export async function openThreads(deps: Deps, turns: SharedTurns): Promise<Front> {
  const { config, secret, metrics } = deps;
  const { url, port } = await reserve(config);
  const setting: ThreadSetting = {
    config,
    place: { host: config.host, port, reusePort: true },
    secret,
    publicUrl: config.publicUrl ?? url,
    turns,
  };
  const metricsText = async () =>
    sumOfMetrics([await metrics.report(), ...(await each((thread) => thread.report()))]);
  const ours = mainFunctions(deps, metricsText);
  let isClosing = false;
  const threads = Array.from({ length: config.serverThreads }, () => {
    const worker = new Worker(new URL('./server-thread.ts', import.meta.url), { workerData: setting });
    const { remote, end } = connect<ThreadFunctions>(worker, ours, THREAD_FUNCTIONS);
    worker.on('exit', (code) => {
      end();
      // As if the process itself had failed: half a service is none.
      if (!isClosing) throw new Error(`a thread that answers requests ended with ${code}`);
    });
    return { worker, remote };
  });
  const each = <T>(work: (thread: ThreadFunctions) => Promise<T>) =>
    Promise.all(threads.map(({ remote }) => work(remote)));
  const close = async () => {
    isClosing = true;
    const results = [
      ...(await Promise.allSettled(threads.map(({ remote }) => remote.finish()))),
      ...(await Promise.allSettled(threads.map(({ remote }) => remote.end()))),
    ];
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  try {
    await each((thread) => thread.open());
    await each((thread) => thread.listen());
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
  return {
    url,
    loops: threads.map(({ worker }) => worker.performance),
    metricsText,
    async flush() {
      if (!isClosing) await each((thread) => thread.flush());
    },
    close,
  };
}

/** By name, for the other side. */
export const MAIN_FUNCTIONS = [
  'createQuote',
  'render',
  'checkLogo',
  'deliver',
  'useWindow',
  'noteKey',
  'knowsKey',
  'countRefused',
  'metricsText',
] as const;

function mainFunctions(
  { createQuote, renderer, mailer, knownKeys, countRefused }: Deps,
  metricsText: () => Promise<string>,
) {
  const useWindow = windowsInMemory();
  return {
    createQuote,
    render: renderer.render,
    checkLogo: renderer.checkLogo,
    async deliver(message: MailMessage) {
      if (!mailer) throw new Error('there is no mail server');
      return mailer.deliver(message);
    },
    countRefused: async (network: string, now: number) => countRefused(network, now),
    useWindow: async (...args: Parameters<typeof useWindow>) => ({ ...useWindow(...args) }),
    noteKey: async (hash: string, isValid: boolean) => knownKeys.note(hash, isValid),
    knowsKey: async (hash: string) => knownKeys.has(hash),
    metricsText,
  };
}

/**
 * Several threads may have the same port only if they all say so, and then another service could have it too without
 * anybody noticing: first it must be free.
 */
async function reserve({ host, port }: Config): Promise<{ url: string; port: number }> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  const address = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return { url: addressOf(address), port: address.port };
}
