import { settleExpiry } from './actions/settle-expiry.ts';
import type { App } from './app.ts';
import type { Deps } from './deps.ts';
import { deleteIdempotencyBefore } from './store/idempotency.ts';
import { nextExpiry } from './store/quotes.ts';

const DAY_MS = 86_400_000;

export interface Jobs {
  stop(): Promise<void>;
}

interface Job {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

/** What happens by itself. Each job may run in several processes at once: the database decides who does what. */
export function startJobs(deps: Deps, app: App): Jobs {
  const { db, clock } = deps;
  const jobs: Job[] = [
    { name: 'expiry', everyMs: 1_000, run: () => expireWhatIsDue(deps) },
    { name: 'key use', everyMs: 10_000, run: () => app.flush() },
    {
      name: 'idempotency',
      everyMs: 3_600_000,
      run: () => db.write((tx) => deleteIdempotencyBefore(tx, clock() - DAY_MS)),
    },
  ];
  const running = new Set<Promise<unknown>>();
  const timers = jobs.map((job) => {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      const run = job
        .run()
        .catch((error: Error) => deps.log.error({ job: job.name, error: error.name }, 'job failed'))
        .finally(() => {
          busy = false;
          running.delete(run);
        });
      running.add(run);
    }, job.everyMs).unref();
  });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}

async function expireWhatIsDue({ db, clock }: Deps): Promise<void> {
  const next = await nextExpiry(db.read);
  if (next !== undefined && next <= clock()) await settleExpiry(db, clock());
}
