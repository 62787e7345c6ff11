import { listUserApps } from '../../../actions/apps/connected-apps.ts';
import { isOperator } from '../../../actions/installation/operators.ts';
import { changeAddress, requestAddressChange } from '../../../actions/people/change-address.ts';
import { listOwnSessions } from '../../../actions/people/members.ts';
import {
  addPasskey,
  listUserPasskeys,
  readNewPasskey,
  removePasskey,
} from '../../../actions/people/passkeys.ts';
import { checkNewPassword } from '../../../actions/people/passwords/new-password.ts';
import { hashPassword } from '../../../actions/people/passwords/password-hash.ts';
import {
  changePassword,
  changeProfile,
  endOtherSessions,
  endOwnSession,
  readProfile,
} from '../../../actions/people/profile.ts';
import {
  isAuthenticatorLost,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '../../../actions/people/second-factor/second-factor.ts';
import { formatTotpUri, newTotpKey } from '../../../actions/people/second-factor/totp.ts';
import { newSecretCode } from '../../../actions/people/secret-code.ts';
import { seal, unseal } from '../../../actions/sending/links/sealed-token.ts';
import { normalizeEmail, normalizePersonName } from '../../../domain/people/person.ts';
import { findSite } from '../../../http/session/site.ts';
import { CONSOLE } from '../../../i18n/console.ts';
import { fill } from '../../../i18n/fill.ts';
import { createChallenge } from '../../sign-in/sign-in-page.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { confirmPerson } from './confirm-person.ts';
import { type PageNotice, renderSecret } from './people-page.ts';
import { findNotice, requireRecentSignIn } from './settings-route.ts';
import { buildSecondFactorPage, buildYouPage, type YouView } from './you-page.ts';

const PATH = '/settings/you';
/** Time to complete the form for a new passkey or two-step verification. */
const OPEN_MS = 15 * 60_000;
const MAX_TYPED = 300;

/** Each with its own name: “Français”. */
const LANGUAGES = Object.keys(CONSOLE).map((code) => {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return { code, name: name.charAt(0).toLocaleUpperCase(code) + name.slice(1) };
});

export const youRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'reader', isForTwoStep: true, handle: show },
  {
    method: 'GET',
    path: '/settings/sessions',
    minRole: 'reader',
    handle: async ({ base }) => redirectBack(base),
  },
  post('/profile', putProfile),
  post('/email', requireRecentSignIn(askForAddress, PATH)),
  post('/email/confirm', requireRecentSignIn(confirmAddress, PATH)),
  post('/password', requireRecentSignIn(putPassword, PATH)),
  post('/passkeys', requireRecentSignIn(storePasskey, PATH)),
  post('/passkeys/remove', requireRecentSignIn(dropPasskey, PATH)),
  post('/second-factor/start', requireRecentSignIn(offerSecondFactor, PATH)),
  post('/second-factor', requireRecentSignIn(confirmSecondFactor, PATH)),
  post('/second-factor/codes', requireRecentSignIn(newCodes, PATH)),
  post('/second-factor/end', requireRecentSignIn(dropSecondFactor, PATH)),
  post('/sessions/:id/end', endOne),
  post('/sessions/end-others', endOthers),
];

function post(path: string, handle: ConsoleRoute['handle']): ConsoleRoute {
  return { method: 'POST', path: `${PATH}${path}`, minRole: 'reader', isForTwoStep: true, handle };
}

function redirectBack(base: string, notice?: string): PageReply {
  return { redirect: `${base}${PATH}${notice ? `?notice=${notice}` : ''}` };
}

async function show(context: PageContext): Promise<PageReply> {
  const { people } = context.t;
  const good = (text: string) => ({ tone: 'good', text }) as const;
  const bad = (text: string) => ({ tone: 'bad', text }) as const;
  const notice = findNotice(context, {
    saved: good(people.saved),
    address: good(people.addressChanged),
    password: good(people.passwordSet),
    passkey: good(people.passkeyAdded),
    'passkey-failed': bad(people.passkeyFailed),
    'passkey-removed': good(people.passkeyRemoved),
    'passkey-gone': bad(people.passkeyGone),
    'last-means': bad(people.lastMeans),
    'second-ended': good(people.secondEnded),
    ended: good(people.endedSession),
    others: good(people.endedOthers),
    'app-ended': good(context.t.apps.ended),
    'app-gone': { tone: 'info', text: context.t.apps.gone },
  });
  return render(context, { notice: notice ?? twoStepNotice(context) });
}

/** Explains that the account requires two-step verification, to users who have not turned it on. */
function twoStepNotice({ account, person, t }: PageContext): PageNotice | undefined {
  const access = person.accounts.find(({ id }) => id === account.id)?.access;
  return access === 'two-step' ? { tone: 'info', text: t.people.twoStepMissing } : undefined;
}

async function render(context: PageContext, more: Partial<YouView>, status = 200): Promise<PageReply> {
  const { deps, person, request } = context;
  const now = deps.clock();
  const { id } = person.user;
  const [{ user, recoveryLeft }, passkeys, sessions, apps] = await Promise.all([
    readProfile(deps, id),
    listUserPasskeys(deps, id),
    listOwnSessions(deps, id, person.sessionId, now),
    listUserApps(deps, id, now),
  ]);
  const known = passkeys.map((passkey) => passkey.id);
  const view: YouView = {
    address: { current: user.email, hasMail: deps.mailer !== null },
    name: user.name,
    language: user.locale,
    languages: LANGUAGES,
    hasPassword: user.password !== null,
    hasSecondFactor: user.totp !== null,
    isSecondLost: isAuthenticatorLost(deps, user),
    recoveryLeft,
    passkeys: passkeys.map(({ id, name, created_at }) => ({
      id,
      name,
      createdAt: new Date(created_at).toISOString(),
    })),
    challenge: {
      challenge: createSessionChallenge(context, now),
      rpId: findSite(deps, request).rpId,
      user: { id: Buffer.from(id).toString('base64url'), name: user.email, displayName: user.name },
      known,
    },
    confirmation: known.length > 0 ? { ...createChallenge(deps, { request, now }), known } : undefined,
    sessions,
    apps,
    accounts: person.accounts,
    isOperator: isOperator(deps, person.user.email),
    ...more,
  };
  return { status, page: buildYouPage(context, view) };
}

async function putProfile(context: PageContext): Promise<PageReply> {
  const { deps, person, form, base } = context;
  const name = normalizePersonName(form.name ?? '');
  if (name === undefined) return render(context, { name: form.name ?? '', nameFault: true }, 400);
  const locale = Object.hasOwn(CONSOLE, form.language ?? '') ? (form.language ?? null) : null;
  await changeProfile(deps, person.user.id, { name, locale });
  return redirectBack(base, 'saved');
}

/** Sends a code to the new address. */
async function askForAddress(context: PageContext): Promise<PageReply> {
  const { deps, person, form, t, locale } = context;
  const { id: userId, email: current } = person.user;
  const hasMail = deps.mailer !== null;
  const typed = (form.email ?? '').trim().slice(0, MAX_TYPED);
  const address = normalizeEmail(typed);
  if (!hasMail) return render(context, {}, 409);
  if (address === undefined || address === current) {
    const error = address === undefined ? t.people.emailWrong : t.people.addressSame;
    return render(context, { address: { current, hasMail, typed, error } }, 400);
  }
  const isSent = await requestAddressChange(deps, { userId, address, locale }, deps.clock());
  const text = isSent ? fill(t.people.addressSent, { email: address }) : t.people.addressRecent;
  return render(context, {
    address: { current, hasMail, typed: address, isCodeAsked: true },
    notice: { tone: isSent ? 'good' : 'info', text },
  });
}

async function confirmAddress(context: PageContext): Promise<PageReply> {
  const { deps, person, form, base, t, locale } = context;
  const { id: userId, email: current } = person.user;
  const address = normalizeEmail(form.email ?? '') ?? '';
  const change = { userId, address, locale, code: form.code ?? '' };
  if (await changeAddress(deps, change, deps.clock())) return redirectBack(base, 'address');
  const codeError = t.people.addressWrongCode;
  const typed = { current, hasMail: deps.mailer !== null, typed: address, isCodeAsked: true, codeError };
  return render(context, { address: typed }, 400);
}

async function putPassword(context: PageContext): Promise<PageReply> {
  const { deps, person, form, base } = context;
  const { id: userId, name, email } = person.user;
  const fault = await checkNewPassword(form.password ?? '', [
    ...[name, email],
    ...person.accounts.map((account) => account.name),
  ]);
  if (fault) return render(context, { passwordFault: fault }, 400);
  const confirmation = await confirmPerson(context);
  if (confirmation === 'wrong') return render(context, { currentFault: 'wrong' }, 400);
  if (confirmation === 'too-many') return render(context, { currentFault: 'too-many' }, 429);
  const password = await hashPassword(form.password ?? '');
  await changePassword(deps, { userId, sessionId: person.sessionId, password });
  return redirectBack(base, 'password');
}

/** Creates a challenge that contains its session and expiry, so that it need not be stored. */
function createSessionChallenge({ deps, person }: PageContext, now: number): string {
  return seal(deps.secret, 'new passkey', [person.sessionId, String(now + OPEN_MS), newSecretCode()]);
}

async function storePasskey(context: PageContext): Promise<PageReply> {
  const { deps, person, request, form, base } = context;
  const now = deps.clock();
  const challenge = parseChallenge(form.credential ?? '');
  const [sessionId, until] = unseal(deps, 'new passkey', challenge) ?? [];
  const isOpen = sessionId === person.sessionId && Number(until) > now;
  const passkey = isOpen && (await readNewPasskey(form.credential ?? '', challenge, findSite(deps, request)));
  const name = normalizePersonName(form.passkeyName ?? '') ?? 'Passkey';
  const wanted = { userId: person.user.id, sessionId: person.sessionId, name, challenge };
  const isStored = passkey && (await addPasskey(deps, passkey, wanted, now));
  return redirectBack(base, isStored ? 'passkey' : 'passkey-failed');
}

/** Reads the challenge from the credential. The signature is checked later. */
function parseChallenge(credential: string): string {
  try {
    const { clientDataJSON } = JSON.parse(credential).response;
    const { challenge } = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString('utf8'));
    return Buffer.from(String(challenge), 'base64url').toString('base64url');
  } catch {
    return '';
  }
}

const REMOVAL_NOTICES = { removed: 'passkey-removed', gone: 'passkey-gone', last: 'last-means' };

async function dropPasskey(context: PageContext): Promise<PageReply> {
  const { deps, person, form, base } = context;
  const wanted = { userId: person.user.id, sessionId: person.sessionId, id: form.id ?? '' };
  const result = await removePasskey(deps, wanted);
  return redirectBack(base, REMOVAL_NOTICES[result]);
}

async function offerSecondFactor(context: PageContext): Promise<PageReply> {
  return secondFactorReply(context, newTotpKey(), false);
}

function secondFactorReply(context: PageContext, key: string, isWrong: boolean): PageReply {
  const { deps, person } = context;
  const sealed = seal(deps.secret, 'new totp', [person.user.id, String(deps.clock() + OPEN_MS), key]);
  const address = formatTotpUri(key, person.user.email);
  const page = buildSecondFactorPage(context, { key, address, sealed, isWrong });
  return { status: isWrong ? 400 : 200, page };
}

async function confirmSecondFactor(context: PageContext): Promise<PageReply> {
  const { deps, person, form, t, base } = context;
  const now = deps.clock();
  const [userId, until, key] = unseal(deps, 'new totp', form.key ?? '') ?? [];
  if (key === undefined || userId !== person.user.id || Number(until) <= now) return redirectBack(base);
  const wanted = { userId, sessionId: person.sessionId, key, code: form.code ?? '' };
  const codes = await startSecondFactor(deps, wanted, now);
  if (!codes) return secondFactorReply(context, key, true);
  return showCodes(context, t.people.secondStarted, codes);
}

async function newCodes(context: PageContext): Promise<PageReply> {
  const codes = await renewRecoveryCodes(context.deps, context.person.user.id);
  return showCodes(context, context.t.people.recovery, codes);
}

function showCodes(context: PageContext, done: string, codes: readonly string[]): Promise<PageReply> {
  const text = renderSecret(context, `${done} ${context.t.people.recoveryText}`, codes);
  return render(context, { notice: { tone: 'good', text } });
}

async function dropSecondFactor({ deps, person, base }: PageContext): Promise<PageReply> {
  await turnOffSecondFactor(deps, person.user.id, person.sessionId);
  return redirectBack(base, 'second-ended');
}

async function endOne({ deps, person, params, base }: PageContext): Promise<PageReply> {
  await endOwnSession(deps, person.user.id, params.id ?? '');
  return redirectBack(base, 'ended');
}

async function endOthers({ deps, person, base }: PageContext): Promise<PageReply> {
  await endOtherSessions(deps, person.user.id, person.sessionId);
  return redirectBack(base, 'others');
}
