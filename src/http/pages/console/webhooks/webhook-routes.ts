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
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { noticeOf, orRefused, recently } from '../people/settings-route.ts';

const PATH = '/settings/webhooks';
const ONE = `${PATH}/:id`;
const PAGE = 20;

const post = (path: string, handle: ConsoleRoute['handle']): ConsoleRoute => ({
  method: 'POST',
  path,
  minRole: 'owner',
  handle: recently(handle, PATH),
});

export const webhookPageRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'owner', handle: showAll },
  { method: 'GET', path: ONE, minRole: 'owner', handle: showOne },
  post(PATH, create),
  post(ONE, change),
  post(`${ONE}/test`, sendTest),
  post(`${ONE}/rotate`, rotate),
  post(`${ONE}/replay`, replay),
  post(`${ONE}/delete`, remove),
  post(`${ONE}/deliveries/:deliveryId/retry`, retry),
];

async function showAll(context: PageContext): Promise<PageReply> {
  const { removed, gone, tooMany } = context.say.webhooks;
  const notice = noticeOf(context, {
    many: { tone: 'bad', text: tooMany },
    removed: { tone: 'good', text: removed },
    gone: { tone: 'info', text: gone },
  });
  return renderAll(context, { notice });
}

async function renderAll(
  context: PageContext,
  more: Partial<EndpointsView>,
  status = 200,
): Promise<PageReply> {
  const { deps, account } = context;
  const endpoints = await listWebhookEndpoints(deps, account.id, deps.clock());
  return { status, page: endpointsPage(context, { endpoints, ...more }) };
}

async function showOne(context: PageContext): Promise<PageReply> {
  const { saved, tested, isOff, replayed, replayWrong, retried, gone } = context.say.webhooks;
  const notice = noticeOf(context, {
    saved: { tone: 'good', text: saved },
    tested: { tone: 'good', text: tested },
    replayed: { tone: 'good', text: replayed },
    retried: { tone: 'good', text: retried },
    off: { tone: 'bad', text: isOff },
    since: { tone: 'bad', text: replayWrong },
    gone: { tone: 'info', text: gone },
  });
  return renderOne(context, { notice });
}

async function renderOne(
  context: PageContext,
  more: Partial<EndpointView>,
  status = 200,
): Promise<PageReply> {
  const { deps, account, query } = context;
  const { endpoint } = await readWebhookEndpoint(deps, account.id, idIn(context), deps.clock());
  const after = query.after !== undefined && isId('whd', query.after) ? query.after : undefined;
  const wanted = { state: undefined, after, limit: PAGE };
  const { data: deliveries, next } = await listWebhookDeliveries(deps, account.id, endpoint.id, wanted);
  return { status, page: endpointPage(context, { endpoint, deliveries, next, ...more }) };
}

async function create(context: PageContext): Promise<PageReply> {
  const { deps, account, form, say, base } = context;
  const typed = typedIn(form);
  if (await isWrong(context, typed)) return renderAll(context, { typed }, 400);
  return orRefused(
    async () => {
      const secret = await secretOf((responding) =>
        createWebhookEndpoint(deps, account.id, inputOf(typed), { ...responding, now: deps.clock() }),
      );
      return renderAll(context, { notice: shownNow(say.webhooks.secretShown, secret) });
    },
    ({ code }) => (code === 'too_many_endpoints' ? { redirect: `${base}${PATH}?notice=many` } : undefined),
  );
}

async function change(context: PageContext): Promise<PageReply> {
  const { deps, account, form } = context;
  const typed = typedIn(form);
  if (await isWrong(context, typed)) return renderOne(context, { typed }, 400);
  const patch = { ...inputOf(typed), enabled: form.enabled !== undefined };
  const wanted = { id: idIn(context), patch, expectVersion: () => {} };
  await changeWebhookEndpoint(deps, account.id, wanted, deps.clock());
  return backTo(context, 'saved');
}

async function rotate(context: PageContext): Promise<PageReply> {
  const { deps, account, say } = context;
  const secret = await secretOf((responding) =>
    rotateSecret(deps, account.id, idIn(context), { ...responding, now: deps.clock() }),
  );
  return renderOne(context, { notice: shownNow(say.webhooks.secretShown, secret) });
}

function sendTest(context: PageContext): Promise<PageReply> {
  const { deps, account, actor } = context;
  return orRefused(
    async () => {
      await testEndpoint(deps, account.id, idIn(context), actor, { ...UNSEEN, now: deps.clock() });
      return backTo(context, 'tested');
    },
    (problem) => refusal(context, problem),
  );
}

function retry(context: PageContext): Promise<PageReply> {
  const { deps, account, params } = context;
  return orRefused(
    async () => {
      const which = { endpointId: idIn(context), id: params.deliveryId ?? '' };
      await retryWebhookDelivery(deps, account.id, which, { ...UNSEEN, now: deps.clock() });
      return backTo(context, 'retried');
    },
    (problem) => refusal(context, problem),
  );
}

function replay(context: PageContext): Promise<PageReply> {
  const { deps, account, form } = context;
  const { since = '' } = form;
  if (!isCalendarDate(since)) return Promise.resolve(backTo(context, 'since'));
  const after = new Date(endOfDay(addDays(since, -1), account.timeZone)).toISOString();
  return orRefused(
    async () => {
      const wanted = { endpointId: idIn(context), after };
      await replayEvents(deps, account.id, wanted, { ...UNSEEN, now: deps.clock() });
      return backTo(context, 'replayed');
    },
    (problem) => refusal(context, problem),
  );
}

async function remove(context: PageContext): Promise<PageReply> {
  const { deps, account, base } = context;
  return orRefused(
    async () => {
      await deleteWebhookEndpoint(deps, account.id, idIn(context), () => {}, deps.clock());
      return { redirect: `${base}${PATH}?notice=removed` };
    },
    ({ code }) => (code === 'not_found' ? { redirect: `${base}${PATH}?notice=gone` } : undefined),
  );
}

/** Forms need no idempotency key, and the page shows the result of the action. */
const UNSEEN = { repeatable: undefined, respond: () => ({ status: 202 }) };

/** Returns the secret that an action creates. It is available only in the response callback. */
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

function refusal(context: PageContext, { code }: Problem): PageReply | undefined {
  if (code === 'endpoint_disabled') return backTo(context, 'off');
  if (code === 'events_gone') return backTo(context, 'since');
  return undefined;
}

function backTo(context: PageContext, notice: string): PageReply {
  return { redirect: `${context.base}${PATH}/${idIn(context)}?notice=${notice}` };
}

function idIn({ params }: PageContext): string {
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

async function isWrong({ deps, account }: PageContext, typed: EndpointForm): Promise<boolean> {
  const errors = await urlErrors(deps, account.id, typed.url);
  return errors.length > 0 || checkNewEndpoint(inputOf(typed)).length > 0;
}
