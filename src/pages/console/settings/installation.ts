import { isFirstAccount } from '../../../actions/account/callers.ts';
import { findSentence } from '../../../actions/installation/describe-finding.ts';
import { examineInstallation } from '../../../actions/installation/examine.ts';
import { type Finding, isEverythingFine } from '../../../actions/installation/finding.ts';
import { Problem } from '../../../domain/errors.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { fill as fillMarkup } from '../../shell.ts';
import { iconClass } from '../console-icons.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { Viewer } from '../viewer.ts';
import { buildSettingsPage } from './settings-page.ts';

/** Shows the owners of the first account whether the installation would serve a business. */
export const installationRoute: ConsoleRoute = {
  method: 'GET',
  path: '/settings/installation',
  minRole: 'owner',
  handle: show,
};

async function show(context: PageContext): Promise<PageReply> {
  const { deps, account, t } = context;
  if (!(await isFirstAccount(deps, account.id))) {
    throw new Problem('not_found', 'Only the first account shows the installation.');
  }
  const findings = await examineInstallation(deps);
  return {
    page: buildSettingsPage(context, {
      path: 'data',
      title: t.installation.title,
      intro: t.installation.intro,
      body: renderFindings(context, findings),
    }),
  };
}

/** All findings below what they add up to. */
export function renderFindings(viewer: Pick<Viewer, 't' | 'locale'>, findings: readonly Finding[]): Html {
  return html`${renderSummary(viewer, findings)}
<ul class="findings">${findings.map((finding) => renderFinding(viewer, finding))}</ul>`;
}

function renderSummary(
  { t: { installation }, locale }: Pick<Viewer, 't' | 'locale'>,
  findings: readonly Finding[],
): Html {
  if (isEverythingFine(findings)) return html`<p><strong>${installation.fine}</strong></p>`;
  const n = findings.filter(({ isFine }) => !isFine).length;
  const text = fill(pickPlural(installation.todo, n, locale), { n: formatQuantity(n, locale) });
  return html`<p><strong>${text}</strong></p>`;
}

function renderFinding({ t: { installation } }: Pick<Viewer, 't'>, finding: Finding): Html {
  const { name, message, values } = findSentence(finding, installation);
  // Paths and addresses are written from left to right in every language.
  const isolate = ([place, value]: [string, string]) => [place, html`<bdi dir="ltr">${value}</bdi>`] as const;
  const text = fillMarkup(message, Object.fromEntries(Object.entries(values).map(isolate)));
  const [mark, icon] = finding.isFine
    ? ([installation.good, 'ACCEPTED'] as const)
    : ([installation.bad, 'EXPIRED'] as const);
  return html`<li class="${finding.isFine ? 'fine' : 'todo'}"><p><span class="mark ${iconClass(icon)}">${mark}</span> <strong>${name}</strong></p><p>${text}</p></li>
`;
}
