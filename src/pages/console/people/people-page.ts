import type { LimitUse } from '../../../domain/account/limits/account-limits.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { Invitation, Member } from '../../../domain/people/account-access.ts';
import { ROLES } from '../../../domain/people/role.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { fill } from '../../../i18n/fill.ts';
import { renderField } from '../../sign-in/card.ts';
import { formatUse } from '../settings/limits.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';
import { renderDateTime, type Viewer } from '../viewer.ts';

export type PageNotice = NonNullable<ConsolePage['notice']>;

export interface PeopleView {
  members: readonly Member[];
  invitations: readonly Invitation[];
  ownId: string;
  requiresTwoStep: boolean;
  /** The limit of people, if the account has one. */
  limit?: LimitUse | undefined;
  notice?: PageNotice | undefined;
  typed?: { email?: string | undefined; role?: string | undefined };
  emailFault?: boolean;
}

/** `/settings/people` */
export function buildPeoplePage(viewer: Viewer, view: PeopleView): ConsolePage {
  const { people } = viewer.t;
  return buildSettingsPage(viewer, {
    path: 'people',
    title: people.people,
    intro: `${people.peopleIntro} ${people.rightsIntro}`,
    notice: view.notice,
    body: html`${view.limit && html`<p>${fill(people.limitUse, formatUse(view.limit, viewer.locale))}</p>\n`}${view.members.map((member) => renderMember(viewer, member, member.id === view.ownId))}
${renderInvitations(viewer, view.invitations)}
${renderInvite(viewer, view)}
${renderTwoStep(viewer, view)}`,
  });
}

function renderMember(viewer: Viewer, member: Member, isSelf: boolean): Html {
  const { base, t } = viewer;
  const { people } = t;
  const at = `${base}/settings/people/${member.id}`;
  return html`<section class="panel" aria-label="${member.name}">
<h2><bdi>${member.name}</bdi></h2>
<p><bdi>${member.email}</bdi>${isSelf && html` · ${people.thisIsYou}`}<br>
<span class="muted">${people.lastSeen}: ${member.lastSeenAt ? renderDateTime(member.lastSeenAt, viewer) : people.never}</span></p>
<form class="actions" method="post" action="${at}/role">
<label for="role-${member.id}">${people.role}</label>
<select id="role-${member.id}" name="role">${roleOptions(t, member.role)}</select>
${RIGHTS.map((right) => html`<label class="check"><input type="checkbox" name="${right}" value="on"${member[right] && html` checked`}> <span>${people[right]}</span></label>`)}
<button class="button quiet" type="submit">${people.changeRole}</button></form>
<form method="post" action="${at}/remove"><button class="button bad" type="submit">${fill(people.removePerson, { name: member.name })}</button></form>
</section>`;
}

/** They take effect for members only. */
const RIGHTS = ['seesCosts', 'mayApprove'] as const;

function renderInvitations(viewer: Viewer, invitations: readonly Invitation[]): Html | false {
  const { base, t } = viewer;
  const { people } = t;
  return (
    invitations.length > 0 &&
    html`<section class="panel" aria-labelledby="invitations"><h2 id="invitations">${people.invitations}</h2>
${invitations.map(
  ({
    id,
    email,
    role,
    expiresAt,
  }) => html`<form class="actions" method="post" action="${base}/settings/people/invitations/${id}/withdraw">
<span><bdi>${email}</bdi> · ${t.signIn.roles[role]} · ${people.validUntil} ${renderDateTime(expiresAt, viewer)}</span>
<button class="button quiet" type="submit" aria-label="${people.withdraw}: ${email}">${people.withdraw}</button></form>`,
)}</section>`
  );
}

function renderInvite({ base, t }: Viewer, { typed = {}, emailFault }: PeopleView): Html {
  const { people } = t;
  return html`<section class="panel" aria-labelledby="invite"><h2 id="invite">${people.invite}</h2>
<form class="form" method="post" action="${base}/settings/people/invitations">
${renderField({ name: 'email', label: people.email, type: 'email', value: typed.email, autocomplete: 'off', error: emailFault ? people.emailWrong : undefined })}
<div class="field"><label for="role">${people.role}</label>
<select id="role" name="role">${roleOptions(t, typed.role ?? 'member')}</select></div>
<button class="button" type="submit">${people.inviteButton}</button>
</form></section>`;
}

function renderTwoStep({ base, t }: Viewer, { requiresTwoStep }: PeopleView): Html {
  const { people } = t;
  return html`<section class="panel" aria-labelledby="two-step"><h2 id="two-step">${people.twoStepAll}</h2>
<p>${requiresTwoStep ? people.twoStepRequired : people.twoStepOptional}</p>
<form method="post" action="${base}/settings/people/two-step"><input type="hidden" name="require" value="${requiresTwoStep ? '0' : '1'}">
<button class="button quiet" type="submit">${requiresTwoStep ? people.twoStepRelax : people.twoStepRequire}</button></form></section>`;
}

function roleOptions({ signIn }: ConsoleTexts, chosen: string): Html[] {
  return ROLES.map(
    (role) =>
      html`<option value="${role}"${role === chosen && html` selected`}>${signIn.roles[role]}</option>`,
  );
}

/** Renders secrets that are shown only once, with a button that copies all of them, which needs scripts. */
export function renderSecret({ t }: Pick<Viewer, 't'>, text: string, secrets: readonly string[]): Html {
  return html`<p>${text}</p>${secrets.map((secret) => html`<p><code class="once" dir="ltr">${secret}</code></p>`)}
<p><button class="button quiet" type="button" data-copy-secrets data-copied="${t.quote.copied}" hidden>${t.people.copy}</button></p>`;
}
