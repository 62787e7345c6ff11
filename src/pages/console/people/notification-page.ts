import { changeNotifications, readNotifications } from '../../../actions/people/change-notifications.ts';
import { html } from '../../../domain/markup/html.ts';
import { NOTIFICATION_KINDS } from '../../../domain/people/notifications.ts';
import { fill } from '../../shell.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { type Field, renderField } from '../forms/field.ts';
import { renderForm } from '../forms/form.ts';
import { renderDoneNotice } from '../resources/resource-page.ts';

const PATH = '/settings/notifications';

/** What a person gets emails about, and when. */
export const notificationRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'reader', handle: show },
  { method: 'POST', path: PATH, minRole: 'reader', handle: save },
];

async function show(context: PageContext): Promise<PageReply> {
  const { deps, account, person, base, t, query } = context;
  const words = t.notifications;
  const { chosen, businessAddress, isBusinessAddress } = await readNotifications(
    deps,
    account.id,
    person.user.id,
  );
  const values = {
    ...Object.fromEntries(chosen.kinds.map((kind) => [kind, 'on'])),
    when: chosen.daily ? 'daily' : 'atOnce',
  };
  const state = { values, errors: {} };
  const when: Field = {
    ...{ name: 'when', label: words.when, kind: 'select', hint: words.whenHint },
    options: [
      { value: 'atOnce', text: words.atOnce },
      { value: 'daily', text: words.daily },
    ],
  };
  const fields = html`<fieldset class="rows"><legend>${words.about}</legend>
${NOTIFICATION_KINDS.map((name) => renderField({ name, label: words.kinds[name], kind: 'check' }, state, t))}</fieldset>
${renderField(when, state, t)}`;
  const path = base + PATH;
  const business = isBusinessAddress ? words.businessIsYou : words.businessToo;
  const bold = (address: string) => html`<bdi>${address}</bdi>`;
  return {
    page: {
      section: 'you',
      title: words.title,
      back: { href: `${base}/settings/you`, text: t.people.you },
      notice: renderDoneNotice(query.done, t),
      styles: ['nouns.css', 'settings.css'],
      body: html`<p class="muted">${fill(words.intro, { email: bold(person.user.email) })}</p>
${businessAddress !== null && html`<p>${fill(business, { address: bold(businessAddress) })}</p>`}
${deps.config.smtpUrl === null && html`<p class="notice info">${words.noMail}</p>`}
${renderForm({ action: path, fields, submit: words.save, cancel: path, isSticky: true }, t)}`,
    },
  };
}

async function save({ deps, account, person, form, base }: PageContext): Promise<PageReply> {
  const kinds = NOTIFICATION_KINDS.filter((kind) => form[kind] === 'on');
  const chosen = { kinds, daily: form.when === 'daily' };
  await changeNotifications(deps, account.id, person.user.id, chosen, deps.clock());
  return { redirect: `${base}${PATH}?done=saved` };
}
