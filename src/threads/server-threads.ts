import { Worker } from 'node:worker_threads';
import type { SealingSecrets } from '../actions/sealing/sealed-field.ts';
import type { ListenAddress } from '../bound-port.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { MailMessage } from '../domain/mail/mail.ts';
import { createMemoryWindows } from '../limits/rate-limits.ts';
import type { BoundListener } from '../listener.ts';
import { aggregateMetrics, type MetricsReport } from '../telemetry/metrics.ts';
import type { Scripts } from '../web/scripts.ts';
import { connect } from './remote-calls.ts';
import { reservePort } from './reserve-port.ts';
import type { SharedLock } from './write-lock.ts';

/** The data a thread is started with. */
export interface ThreadData {
  config: Config;
  place: ListenAddress;
  turns: SharedLock;
  /** Shared count of responses of all threads. */
  responded: Int32Array;
}

/** The data a thread receives when the database is ready. */
interface ThreadOpening {
  secret: string;
  sealing: SealingSecrets;
  publicUrl: string;
  scripts: Scripts;
}

/** Functions of the main thread: work that must be central, or is faster in batches. */
export type MainFunctions = ReturnType<typeof createMainFunctions>;

/** Functions of a server thread. All threads bind; then all open, then all answer; later all finish, then all end. */
export interface ThreadFunctions {
  /** Binds the port and returns the URL. */
  bind(): Promise<string>;
  open(opening: ThreadOpening): Promise<void>;
  answer(): Promise<void>;
  report(): Promise<MetricsReport>;
  flush(): Promise<void>;
  /** Finishes the running requests. */
  finish(): Promise<void>;
  end(): Promise<void>;
}

const THREAD_FUNCTIONS = ['bind', 'open', 'answer', 'report', 'flush', 'finish', 'end'] as const;

/**
 * Serves requests in several threads on one port; the system distributes the connections. Each thread reads and writes
 * the database itself. The main thread serves no requests: it creates the new quotes of all threads in batches, and runs
 * the jobs, the typesetters and the connections to the mail server.
 */
export async function bindThreads(config: Config, turns: SharedLock): Promise<BoundListener> {
  const { host, port } = config;
  const reservation = await reservePort({ host, port });
  const place = { host, port: reservation.port, reusePort: true };
  const responded = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const threadData: ThreadData = { config, place, turns, responded };
  let deps: Deps | undefined;
  let functions: MainFunctions | undefined;
  const handlers = Object.fromEntries(
    MAIN_FUNCTIONS.map((name) => [name, (...args: never[]) => callIfReady(functions?.[name], args)]),
  );
  let isClosing = false;
  const threads = Array.from({ length: config.serverThreads }, () => {
    const worker = new Worker(new URL('./server-thread.ts', import.meta.url), { workerData: threadData });
    const { remote, end } = connect<ThreadFunctions>(worker, handlers, THREAD_FUNCTIONS);
    worker.on('exit', (code) => {
      end();
      // Ends the process, because a service with a missing thread must be restarted.
      if (!isClosing) throw new Error(`a server thread ended with exit code ${code}`);
    });
    return { worker, remote };
  });
  const callAll = <T>(work: (thread: ThreadFunctions) => Promise<T>) =>
    Promise.all(threads.map(({ remote }) => work(remote)));

  async function metricsText(): Promise<string> {
    const own = await deps?.metrics.report();
    return aggregateMetrics([own ?? [], ...(await callAll((thread) => thread.report()))]);
  }

  async function close(): Promise<void> {
    isClosing = true;
    const results = [
      ...(await Promise.allSettled(threads.map(({ remote }) => remote.finish()))),
      ...(await Promise.allSettled(threads.map(({ remote }) => remote.end()))),
    ];
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  try {
    const [url = ''] = await callAll((thread) => thread.bind());
    return {
      url,
      async open(given) {
        deps = given;
        functions = createMainFunctions(given, metricsText);
        const { secret, sealing, scripts } = given;
        const opening = { secret, sealing, scripts, publicUrl: given.publicUrl() };
        await callAll((thread) => thread.open(opening));
        await callAll((thread) => thread.answer());
        return {
          responded: () => Atomics.load(threadData.responded, 0),
          metricsText,
          async flush() {
            if (!isClosing) await callAll((thread) => thread.flush());
          },
          close,
        };
      },
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  } finally {
    reservation.end();
  }
}

/** Names of the functions, for the threads. */
export const MAIN_FUNCTIONS = [
  'createQuote',
  'render',
  'checkLogo',
  'drawLogo',
  'drawOnPlate',
  'deliver',
  'deliverByOwn',
  'testOwn',
  'parseMail',
  'extractAttachment',
  'fetchAttachment',
  'readStatement',
  'useWindow',
  'noteWatcher',
  'isWatcher',
  'countRefused',
  'metricsText',
] as const;

function createMainFunctions(deps: Deps, metricsText: () => Promise<string>) {
  const { createQuote, renderer, mailer, ownMail, mailParser, fetchAttachment, watchers, countRefused } =
    deps;
  const useWindow = createMemoryWindows();
  return {
    createQuote,
    render: renderer.render,
    checkLogo: renderer.checkLogo,
    drawLogo: renderer.drawLogo,
    drawOnPlate: renderer.drawOnPlate,
    async deliver(message: MailMessage, deadline: number) {
      if (!mailer) throw new Error('there is no mail server');
      return mailer.deliver(message, deadline);
    },
    deliverByOwn: ownMail.deliver,
    testOwn: ownMail.test,
    parseMail: mailParser.parse,
    extractAttachment: mailParser.extractAttachment,
    fetchAttachment,
    readStatement: deps.statementReader.read,
    countRefused: async (network: string, now: number) => countRefused(network, now),
    useWindow: async (...args: Parameters<typeof useWindow>) => ({ ...useWindow(...args) }),
    noteWatcher: async (hash: string, isValid: boolean) => watchers.note(hash, isValid),
    isWatcher: async (hash: string) => watchers.has(hash),
    metricsText,
  };
}

function callIfReady(work: ((...args: never[]) => unknown) | undefined, args: never[]): unknown {
  if (!work) throw new Error('the service is not ready yet');
  return work(...args);
}
