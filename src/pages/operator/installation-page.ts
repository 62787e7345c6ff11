import { examineInstallation } from '../../actions/installation/examine.ts';
import { readState } from '../../actions/installation/operators.ts';
import { readVersion } from '../../app/telemetry/manifest.ts';
import { MAX_COUNTED, type QueueCounts } from '../../domain/account/account-overview.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import { formatTotal, renderTable } from '../console/resources/list.ts';
import { renderFindings } from '../console/settings/installation.ts';
import { renderFacts } from '../console/viewer.ts';
import { type OperatorContext, renderUtc } from './operator-context.ts';
import { renderOperatorPage } from './operator-shell.ts';

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** `/operator/installation`: what runs, what waits and what is to be done. */
export async function showInstallation(context: OperatorContext): Promise<string> {
  const { deps, t } = context;
  const { operator } = t;
  const [{ engine, queues }, findings] = await Promise.all([readState(deps), examineInstallation(deps)]);
  return renderOperatorPage(context, {
    section: 'installation',
    title: operator.installation,
    styles: ['nouns.css', 'settings.css'],
    body: html`${renderFacts([
      [operator.version, readVersion()],
      [operator.database, DATABASES[engine]],
    ])}
<section class="panel" aria-labelledby="checks"><h2 id="checks">${operator.checks}</h2>
${renderFindings(context, findings)}</section>
<section class="panel" aria-labelledby="queues"><h2 id="queues">${operator.queues}</h2>
${renderQueues(context, queues)}</section>
<section class="panel" aria-labelledby="jobs"><h2 id="jobs">${operator.jobs}</h2>
<p class="muted">${operator.jobsIntro}</p>
${renderJobs(context)}</section>`,
  });
}

function renderQueues({ t: { operator }, locale }: OperatorContext, counts: QueueCounts): Html {
  const names = ['mailsWaiting', 'mailsFailed', 'deliveriesWaiting', 'endpointsFailing'] as const;
  return renderFacts(
    names.map((name) => {
      const isExact = counts[name] <= MAX_COUNTED;
      return [operator[name], formatTotal(Math.min(counts[name], MAX_COUNTED), isExact, locale)];
    }),
  );
}

function renderJobs(context: OperatorContext): Html {
  const { deps, t } = context;
  const { operator } = t;
  const runs = [...deps.jobRuns].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return renderTable(
    operator.jobs,
    [
      // The names are those of the log.
      [operator.job, ([name]) => html`<span lang="en">${name}</span>`],
      [
        operator.lastRun,
        ([, { endedAt, hasFailed }]) =>
          html`${renderUtc(context, endedAt)}${hasFailed && html` <strong>${operator.failed}</strong>`}`,
      ],
    ],
    runs,
    { isList: false },
  );
}
