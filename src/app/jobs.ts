import { finishAdvances } from '../actions/account/test-clock/run-due-actions.ts';
import { stampDecisions } from '../actions/agreement/evidence/stamp-decisions.ts';
import { cleanUp } from '../actions/clean-up.ts';
import { continueDueErasures } from '../actions/customers/erasure/erase-customer.ts';
import { fillDemo } from '../actions/demo/fill-demo.ts';
import { recordExpiringQuotes } from '../actions/events/record-expiring.ts';
import type { Deliverer } from '../actions/events/webhooks/delivering/deliverer.ts';
import { fanOut } from '../actions/events/webhooks/fan-out.ts';
import { markDueInvoices } from '../actions/invoices/mark-overdue.ts';
import { invoiceDuePeriods } from '../actions/invoices/recurring/invoice-due-periods.ts';
import { readMailboxes } from '../actions/mail/replies/read-mailboxes.ts';
import { pollCheckouts } from '../actions/payments/poll-checkouts.ts';
import { notifyMembers } from '../actions/people/notify-members.ts';
import { deliverUserMails } from '../actions/people/user-mails.ts';
import { expireDue } from '../actions/quotes/expire-quotes.ts';
import { rescheduleDueWork } from '../actions/reschedule-due-work.ts';
import { deliverOutbox } from '../actions/sending/outbox/deliver-outbox.ts';
import { remindCustomers } from '../actions/sending/outbox/remind-customers.ts';
import { recoverSends } from '../actions/sending/recover-sends.ts';
import type { Deps } from './deps.ts';
import type { Listener } from './listener.ts';
import { safeError } from './telemetry/safe-error.ts';

export type JobName =
  | 'readiness'
  | 'expiry'
  | 'overdue'
  | 'recurring'
  | 'outbox'
  | 'user mails'
  | 'notifications'
  | 'sendings'
  | 'reminders'
  | 'expiring'
  | 'test clocks'
  | 'fan-out'
  | 'webhooks'
  | 'checkouts'
  | 'mailboxes'
  | 'time stamps'
  | 'due times'
  | 'key use'
  | 'erasures'
  | 'demo'
  | 'clean-up';

export interface Jobs {
  /** Runs the job immediately, or right after the run in progress. */
  run(name: JobName): Promise<void>;
  stop(): Promise<void>;
}

interface Job {
  everyMs: number;
  run(): Promise<unknown>;
}

/** Starts the background jobs. Each may run in several processes concurrently: the database assigns the work. */
export function startJobs(deps: Deps, listener: Pick<Listener, 'flush'>, deliverer: Deliverer): Jobs {
  const stopping = new AbortController();
  const jobs = defineJobs(deps, listener, deliverer, stopping.signal);
  const running = new Map<JobName, Promise<void>>();

  function note(name: JobName, hasFailed: boolean): void {
    deps.jobRuns.set(name, { endedAt: deps.clock(), hasFailed });
  }

  function start(name: JobName): Promise<void> {
    const run = jobs[name]
      .run()
      .then(() => note(name, false))
      .catch((error: Error) => {
        note(name, true);
        deps.log.error({ job: name, err: safeError(error) }, 'job failed');
      })
      .finally(() => {
        running.delete(name);
        timers.get(name)?.refresh();
      });
    running.set(name, run);
    return run;
  }

  // The interval counts from the end of a run, so that a slow job leaves as much time to the others.
  const isDue = (name: JobName) => !running.has(name) && !isHeld(name);
  // The clock of a demo that is being filled jumps ahead, and its job does what falls due.
  const isHeld = (name: JobName) => name !== 'demo' && deps.demo?.isFilling() === true;
  const timers = new Map(
    (Object.keys(jobs) as JobName[]).map((name) => [
      name,
      setInterval(() => isDue(name) && start(name), jobs[name].everyMs).unref(),
    ]),
  );
  return {
    async run(name) {
      while (running.has(name)) await running.get(name);
      await start(name);
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearInterval(timer);
      await Promise.all([...running.values(), deliverer.stop()]);
    },
  };
}

function defineJobs(
  deps: Deps,
  listener: Pick<Listener, 'flush'>,
  deliverer: Deliverer,
  stopping: AbortSignal,
): Record<JobName, Job> {
  const mayContinue = () => !stopping.aborted;
  const { demo } = deps;
  return {
    readiness: { everyMs: 2_000, run: () => deps.readiness.check('read') },
    expiry: { everyMs: 1_000, run: () => expireDue(deps) },
    overdue: { everyMs: 1_000, run: () => markDueInvoices(deps) },
    recurring: { everyMs: 1_000, run: () => invoiceDuePeriods(deps, mayContinue) },
    outbox: { everyMs: 500, run: () => deliverOutbox(deps, mayContinue) },
    'user mails': { everyMs: 1_000, run: () => deliverUserMails(deps) },
    notifications: { everyMs: 5_000, run: () => notifyMembers(deps) },
    sendings: { everyMs: 5_000, run: () => recoverSends(deps) },
    reminders: { everyMs: 60_000, run: () => remindCustomers(deps) },
    expiring: { everyMs: 5_000, run: () => recordExpiringQuotes(deps) },
    'fan-out': { everyMs: 200, run: () => fanOut(deps, deliverer.mayContinue).then(deliverer.begin) },
    webhooks: { everyMs: 200, run: deliverer.begin },
    'test clocks': { everyMs: 1_000, run: () => finishAdvances(deps) },
    checkouts: { everyMs: 1_000, run: () => pollCheckouts(deps, mayContinue) },
    mailboxes: { everyMs: 1_000, run: () => readMailboxes(deps, stopping) },
    'time stamps': { everyMs: 1_000, run: () => stampDecisions(deps, stopping) },
    'due times': { everyMs: 10_000, run: () => rescheduleDueWork(deps) },
    'key use': { everyMs: 10_000, run: () => listener.flush() },
    erasures: { everyMs: 60_000, run: () => continueDueErasures(deps) },
    demo: { everyMs: 1_000, run: async () => demo && fillDemo(deps, demo, mayContinue) },
    'clean-up': { everyMs: 600_000, run: () => cleanUp(deps) },
  };
}
