import { type Html, html } from '../../../domain/markup/html.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import type { Viewer } from '../viewer.ts';

/** Pages on which each step is done, in order. */
const PATHS = {
  business: 'settings/business#f-name',
  logo: 'settings/document#f-logo',
  bank: 'settings/invoices#f-bank-kind',
  mail: 'settings/mail#f-replyTo',
  customer: 'customers/new#f-name',
  quote: 'quotes/new',
} as const;

export type FirstSteps = Record<keyof typeof PATHS, boolean>;

/** The checklist of a new business, until all of it is done. It is folded once there is a quote. `once` is of its form. */
export function renderFirstSteps({ base, t, locale }: Viewer, steps: FirstSteps, once: string): Html | false {
  const names = Object.keys(PATHS) as (keyof FirstSteps)[];
  const done = names.filter((name) => steps[name]).length;
  if (done === names.length) return false;
  const progress = fill(t.home.startProgress, {
    done: formatNumber(done, locale),
    all: formatNumber(names.length, locale),
  });
  return html`<details class="panel first-steps"${!steps.quote && html` open`}><summary><h2>${t.home.start}</h2> <span class="muted">${progress}</span></summary>
<ol>${names.map((name) => {
    const text = t.home.startSteps[name];
    return steps[name]
      ? html`<li class="done">${icon('check')} <span>${text}<span class="visually-hidden"> (${t.home.startDone})</span></span></li>\n`
      : html`<li><a href="${base}/${PATHS[name]}">${text}</a></li>\n`;
  })}</ol>
${!steps.quote && html`<form method="post" action="${base}/quotes/sample"><input type="hidden" name="once" value="${once}"><p class="muted">${t.home.sampleText}</p><button class="button quiet" type="submit">${t.home.sample}</button></form>`}</details>`;
}
