import { type Html, html } from '../../../domain/markup/html.ts';
import { fill } from '../../../i18n/fill.ts';
import { type Field, type FormState, renderField, type Values } from '../forms/field.ts';
import { renderForm } from '../forms/form.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';
import { buildSettingsPage } from './settings-page.ts';

export interface ApprovalSettings {
  state: FormState;
  seen: { version: number; values: Values } | undefined;
  /** Names of the people who may approve. */
  approvers: readonly string[];
  notice: ConsolePage['notice'];
}

/** The rules by which quotes need approval, all off by default, and who may approve. */
export function buildApprovalPage(viewer: Viewer, settings: ApprovalSettings): ConsolePage {
  const { base, t } = viewer;
  const { state, seen, notice } = settings;
  const path = `${base}/settings/approval`;
  const form = {
    ...{ action: path, seen, submit: t.approval.save, cancel: path, discard: state.theirs && path },
    fields: renderRules(viewer, state),
  };
  return buildSettingsPage(viewer, {
    ...{ path: 'approval', title: t.approval.title, intro: t.approval.settingsIntro, notice },
    body: html`${renderForm(form, t)}${renderApprovers(viewer, settings)}`,
  });
}

function renderRules({ t, account }: Viewer, state: FormState): Html {
  const words = t.approval;
  const field = (name: 'totalFrom' | 'discountFrom' | 'marginBelow' | 'madeByKeys', more: Partial<Field>) =>
    renderField({ name: `approval.${name}`, label: words[name], isPlain: true, ...more }, state, t);
  const totalHint = fill(words.totalFromHint, { currency: account.currency });
  return html`<fieldset class="rows"><legend>${words.rules}</legend>
${field('totalFrom', { kind: 'decimal', hint: totalHint })}
${field('discountFrom', { kind: 'decimal', hint: words.discountFromHint })}
${field('marginBelow', { kind: 'decimal', hint: words.marginBelowHint })}
${field('madeByKeys', { kind: 'check', hint: words.madeByKeysHint })}</fieldset>`;
}

function renderApprovers({ base, t }: Viewer, { approvers }: ApprovalSettings): Html {
  const words = t.approval;
  return html`<section class="panel" aria-labelledby="approvers"><h2 id="approvers">${words.approvers}</h2>
<ul>${approvers.map((name) => html`<li><bdi>${name}</bdi></li>\n`)}</ul>
<p class="muted">${approvers.length === 1 ? words.approversOne : words.approversText}</p>
<p><a href="${base}/settings/people">${words.openPeople}</a></p></section>`;
}
