import { closeAccount, reopenAccount } from '../../../actions/account/close-account.ts';
import { html } from '../../../domain/markup/html.ts';
import { fill as fillText } from '../../../i18n/fill.ts';
import { fill } from '../../shell.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { type FormState, renderField } from '../forms/field.ts';
import { renderFormNotice } from '../forms/form.ts';
import { isProblem } from '../forms/form-values.ts';
import { orErrorPage, requireRecentSignIn } from '../people/settings-route.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';

const PATH = '/settings/close';
const owners = { minRole: 'owner' } as const;

/** Closes the business of the page, and reopens it. */
export const closeAccountRoutes: ConsoleRoute[] = [
  { ...owners, method: 'GET', path: PATH, handle: async (context) => ({ page: buildPage(context) }) },
  { ...owners, method: 'POST', path: PATH, handle: requireRecentSignIn(close, PATH) },
  { ...owners, method: 'POST', path: `${PATH}/reopen`, handle: requireRecentSignIn(reopen, PATH) },
];

async function close(context: PageContext): Promise<PageReply> {
  const { deps, account, base, form, now, t } = context;
  const name = (form.name ?? '').trim();
  return orErrorPage(
    async () => {
      await closeAccount(deps, account.id, name, now);
      return { redirect: `${base}/` };
    },
    (problem) => {
      if (!isProblem(problem, 'validation_failed')) return undefined;
      const errors = { name: fillText(t.accounts.closeWrong, { name: account.name }) };
      return { status: 400, page: buildPage(context, { values: { name }, errors }) };
    },
  );
}

async function reopen({ deps, account, base, now }: PageContext): Promise<PageReply> {
  await reopenAccount(deps, account.id, now);
  return { redirect: `${base}/` };
}

function buildPage(context: PageContext, state: FormState = { values: {}, errors: {} }): ConsolePage {
  const { account, base, t } = context;
  const { accounts } = t;
  const name = html`<strong><bdi>${account.name}</bdi></strong>`;
  return buildSettingsPage(context, {
    path: 'close',
    title: accounts.title,
    intro: accounts.intro,
    notice: renderFormNotice(state, context),
    // The banner of a closed business has the button that reopens it.
    body:
      account.closedAt !== null
        ? html`<p>${accounts.closedText}</p>`
        : html`<ul>${accounts.closeEffects.split('\n').map((effect) => html`<li>${effect}</li>\n`)}</ul>
<p>${accounts.closeExport} <a href="${base}/settings/data">${t.settings.data.title}</a></p>
<form class="form" method="post" action="${base}${PATH}" novalidate>
<p>${fill(accounts.closeConfirm, { name })}</p>
${renderField({ name: 'name', label: t.settings.business.name, required: true, autocomplete: 'off' }, state, t)}
<div class="actions"><button class="button bad" type="submit">${accounts.close}</button><a class="button quiet" href="${base}/settings">${t.forms.cancel}</a></div>
</form>`,
  });
}
