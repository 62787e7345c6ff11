import {
  listWebhookDeliveries,
  retryWebhookDelivery,
  testEndpoint,
} from '../../../../actions/webhook/deliveries.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  readWebhookEndpoint,
  rotateSecret,
  urlErrors,
} from '../../../../actions/webhook/endpoints.ts';
import { replayEvents } from '../../../../actions/webhook/replay.ts';
import { addDays, endOfDay, isCalendarDate } from '../../../../domain/calendar.ts';
import type { Problem } from '../../../../domain/errors.ts';
import { isId } from '../../../../domain/ids.ts';
import { ALL_TYPES, type EndpointInput, WANTED_TYPES } from '../../../../domain/webhook/endpoint.ts';
import { checkNewEndpoint } from '../../../../schemas/webhook/endpoint.ts';
import type { KeptResponse } from '../../../../store/tables/idempotency.ts';
import { type PageNotice, shownOnce } from '../../../../web/console/people/people-page.ts';
import { type EndpointView, endpointPage } from '../../../../web/console/webhooks/endpoint-page.ts';
import {
  type EndpointForm,
  type EndpointsView,
  endpointsPage,
} from '../../../../web/console/webhooks/endpoints-page.ts';
import type { Form } from '../../form-fields.ts';
import type { ConsoleRoute, PageReply, Visit } from '../console-route.ts';
import { noticeOf, orRefused, recently } from '../people/settings-visit.ts';

const PATH = '/settings/webhooks';
const ONE = `${PATH}/:id`;
const PAGE = 20;

const post = (path: string, handle: ConsoleRoute['handle']): ConsoleRoute => ({
  method: 'POST',
  path,
  least: 'owner',
  handle: recently(handle, PATH),
});

export const webhookPageRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, least: 'owner', handle: showAll },
  { method: 'GET', path: ONE, least: 'owner', handle: showOne },
  post(PATH, create),
  post(ONE, change),
  post(`${ONE}/test`, sendTest),
  post(`${ONE}/rotate`, rotate),
  post(`${ONE}/replay`, replay),
  post(`${ONE}/delete`, remove),
  post(`${ONE}/deliveries/:deliveryId/retry`, retry),
];

async function showAll(visit: Visit): Promise<PageReply> {
  const { removed, gone, tooMany } = visit.say.webhooks;
  const notice = noticeOf(visit, {
    many: { tone: 'bad', text: tooMany },
    removed: { tone: 'good', text: removed },
    gone: { tone: 'info', text: gone },
  });
  return renderAll(visit, { notice });
}

async function renderAll(visit: Visit, more: Partial<EndpointsView>, status = 200): Promise<PageReply> {
  const { deps, account } = visit;
  const endpoints = await listWebhookEndpoints(deps, account.id, deps.clock());
  return { status, page: endpointsPage(visit, { endpoints, ...more }) };
}

async function showOne(visit: Visit): Promise<PageReply> {
  const { saved, tested, isOff, replayed, replayWrong, retried, gone } = visit.say.webhooks;
  const notice = noticeOf(visit, {
    saved: { tone: 'good', text: saved },
    tested: { tone: 'good', text: tested },
    replayed: { tone: 'good', text: replayed },
    retried: { tone: 'good', text: retried },
    off: { tone: 'bad', text: isOff },
    since: { tone: 'bad', text: replayWrong },
    gone: { tone: 'info', text: gone },
  });
  return renderOne(visit, { notice });
}

async function renderOne(visit: Visit, more: Partial<EndpointView>, status = 200): Promise<PageReply> {
  const { deps, account, query } = visit;
  const { endpoint } = await readWebhookEndpoint(deps, account.id, idIn(visit), deps.clock());
  const after = query.after !== undefined && isId('whd', query.after) ? query.after : undefined;
  const wanted = { state: undefined, after, limit: PAGE };
  const { data: deliveries, next } = await listWebhookDeliveries(deps, account.id, endpoint.id, wanted);
  return { status, page: endpointPage(visit, { endpoint, deliveries, next, ...more }) };
}

async function create(visit: Visit): Promise<PageReply> {
  const { deps, account, form, say, base } = visit;
  const typed = typedIn(form);
  if (await isWrong(visit, typed)) return renderAll(visit, { typed }, 400);
  return orRefused(
    async () => {
      const secret = await secretOf((responding) =>
        createWebhookEndpoint(deps, account.id, inputOf(typed), { ...responding, now: deps.clock() }),
      );
      return renderAll(visit, { notice: shownNow(say.webhooks.secretShown, secret) });
    },
    ({ code }) => (code === 'too_many_endpoints' ? { redirect: `${base}${PATH}?notice=many` } : undefined),
  );
}

async function change(visit: Visit): Promise<PageReply> {
  const { deps, account, form } = visit;
  const typed = typedIn(form);
  if (await isWrong(visit, typed)) return renderOne(visit, { typed }, 400);
  const patch = { ...inputOf(typed), enabled: form.enabled !== undefined };
  const wanted = { id: idIn(visit), patch, expectVersion: () => {} };
  await changeWebhookEndpoint(deps, account.id, wanted, deps.clock());
  return backTo(visit, 'saved');
}

async function rotate(visit: Visit): Promise<PageReply> {
  const { deps, account, say } = visit;
  const secret = await secretOf((responding) =>
    rotateSecret(deps, account.id, idIn(visit), { ...responding, now: deps.clock() }),
  );
  return renderOne(visit, { notice: shownNow(say.webhooks.secretShown, secret) });
}

function sendTest(visit: Visit): Promise<PageReply> {
  const { deps, account, actor } = visit;
  return orRefused(
    async () => {
      await testEndpoint(deps, account.id, idIn(visit), actor, { ...UNSEEN, now: deps.clock() });
      return backTo(visit, 'tested');
    },
    (problem) => refusal(visit, problem),
  );
}

function retry(visit: Visit): Promise<PageReply> {
  const { deps, account, params } = visit;
  return orRefused(
    async () => {
      const which = { endpointId: idIn(visit), id: params.deliveryId ?? '' };
      await retryWebhookDelivery(deps, account.id, which, { ...UNSEEN, now: deps.clock() });
      return backTo(visit, 'retried');
    },
    (problem) => refusal(visit, problem),
  );
}

function replay(visit: Visit): Promise<PageReply> {
  const { deps, account, form } = visit;
  const { since = '' } = form;
  if (!isCalendarDate(since)) return Promise.resolve(backTo(visit, 'since'));
  const after = new Date(endOfDay(addDays(since, -1), account.timeZone)).toISOString();
  return orRefused(
    async () => {
      const wanted = { endpointId: idIn(visit), after };
      await replayEvents(deps, account.id, wanted, { ...UNSEEN, now: deps.clock() });
      return backTo(visit, 'replayed');
    },
    (problem) => refusal(visit, problem),
  );
}

async function remove(visit: Visit): Promise<PageReply> {
  const { deps, account, base } = visit;
  return orRefused(
    async () => {
      await deleteWebhookEndpoint(deps, account.id, idIn(visit), () => {}, deps.clock());
      return { redirect: `${base}${PATH}?notice=removed` };
    },
    ({ code }) => (code === 'not_found' ? { redirect: `${base}${PATH}?notice=gone` } : undefined),
  );
}

/** A form is not repeated by a program, and what the action gives back is seen on the page. */
const UNSEEN = { repeatable: undefined, respond: () => ({ status: 202 }) };

/** The secret that an action makes, which it shows to nobody else. */
async function secretOf(
  work: (responding: {
    repeatable: undefined;
    respond(made: { secret: string }): KeptResponse;
  }) => Promise<unknown>,
): Promise<string> {
  let made = '';
  await work({
    repeatable: undefined,
    respond({ secret }) {
      made = secret;
      return { status: 200 };
    },
  });
  return made;
}

function shownNow(text: string, secret: string): PageNotice {
  return { tone: 'good', text: shownOnce(text, [secret]) };
}

function refusal(visit: Visit, { code }: Problem): PageReply | undefined {
  if (code === 'endpoint_disabled') return backTo(visit, 'off');
  if (code === 'events_gone') return backTo(visit, 'since');
  return undefined;
}

function backTo(visit: Visit, notice: string): PageReply {
  return { redirect: `${visit.base}${PATH}/${idIn(visit)}?notice=${notice}` };
}

function idIn({ params }: Visit): string {
  return params.id ?? '';
}

function typedIn(form: Form): EndpointForm {
  const types = WANTED_TYPES.filter((type) => form[`type:${type}`] !== undefined);
  return {
    url: (form.url ?? '').trim(),
    types: types.length > 0 ? types : [ALL_TYPES],
    description: (form.description ?? '').trim(),
  };
}

function inputOf({ url, types, description }: EndpointForm): EndpointInput {
  return { url, types: [...types], description: description === '' ? null : description };
}

async function isWrong({ deps, account }: Visit, typed: EndpointForm): Promise<boolean> {
  const errors = await urlErrors(deps, account.id, typed.url);
  return errors.length > 0 || checkNewEndpoint(inputOf(typed)).length > 0;
}
