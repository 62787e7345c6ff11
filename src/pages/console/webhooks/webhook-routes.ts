import {
  listWebhookDeliveries,
  retryWebhookDelivery,
  testEndpoint,
} from '../../../actions/events/webhooks/deliveries.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  findUrlErrors,
  listWebhookEndpoints,
  readWebhookEndpoint,
  rotateSecret,
} from '../../../actions/events/webhooks/endpoints.ts';
import { replayEvents } from '../../../actions/events/webhooks/replay.ts';
import { listUnreadableEndpoints } from '../../../actions/events/webhooks/secrets.ts';
import { checkNewEndpoint } from '../../../api/schemas/webhook/endpoint.ts';
import { addDays, endOfDay, isCalendarDate } from '../../../domain/calendar.ts';
import type { Problem } from '../../../domain/errors.ts';
import { ALL_TYPES, type EndpointInput, SUBSCRIBABLE_TYPES } from '../../../domain/events/endpoint.ts';
import { isId } from '../../../domain/ids.ts';
import type { Form } from '../../form-fields.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { type PageNotice, renderSecret } from '../people/people-page.ts';
import { findNotice, orErrorPage, requireRecentSignIn } from '../people/settings-route.ts';
import { buildEndpointPage, type EndpointView } from './endpoint-page.ts';
import { buildEndpointsPage, type EndpointForm, type EndpointsView } from './endpoints-page.ts';

const PATH = '/settings/webhooks';
const ONE = `${PATH}/:id`;
const PAGE = 20;

const post = (path: string, handle: ConsoleRoute['handle']): ConsoleRoute => ({
  method: 'POST',
  path,
  minRole: 'owner',
  handle: requireRecentSignIn(handle, PATH),
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
  const { removed, gone, tooMany } = context.t.webhooks;
  const notice = findNotice(context, {
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
  const unreadable = await listUnreadableEndpoints(deps, account.id);
  return { status, page: buildEndpointsPage(context, { endpoints, unreadable, ...more }) };
}

async function showOne(context: PageContext): Promise<PageReply> {
  const { saved, tested, isOff, replayed, replayWrong, retried, gone } = context.t.webhooks;
  const notice = findNotice(context, {
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
  const { endpoint } = await readWebhookEndpoint(deps, account.id, getId(context), deps.clock());
  const after = query.after !== undefined && isId('whd', query.after) ? query.after : undefined;
  const wanted = { state: undefined, after, limit: PAGE };
  const { data: deliveries, next } = await listWebhookDeliveries(deps, account.id, endpoint.id, wanted);
  const isSecretLost = (await listUnreadableEndpoints(deps, account.id)).includes(endpoint.id);
  const view = { endpoint, deliveries, next, isSecretLost, ...more };
  return { status, page: buildEndpointPage(context, view) };
}

async function create(context: PageContext): Promise<PageReply> {
  const { deps, account, form, t, base } = context;
  const typed = readTyped(form);
  if (await isInvalid(context, typed)) return renderAll(context, { typed }, 400);
  return orErrorPage(
    async () => {
      const { secret } = await createWebhookEndpoint(deps, account.id, toInput(typed), deps.clock());
      return renderAll(context, { notice: createSecretNotice(context, t.webhooks.secretShown, secret) });
    },
    ({ code }) => (code === 'too_many_endpoints' ? { redirect: `${base}${PATH}?notice=many` } : undefined),
  );
}

async function change(context: PageContext): Promise<PageReply> {
  const { deps, account, form } = context;
  const typed = readTyped(form);
  if (await isInvalid(context, typed)) return renderOne(context, { typed }, 400);
  const patch = { ...toInput(typed), enabled: form.enabled !== undefined };
  const wanted = { id: getId(context), patch, expectVersion: () => {} };
  await changeWebhookEndpoint(deps, account.id, wanted, deps.clock());
  return redirectToEndpoint(context, 'saved');
}

async function rotate(context: PageContext): Promise<PageReply> {
  const { deps, account, t } = context;
  const { secret } = await rotateSecret(deps, account.id, getId(context), deps.clock());
  return renderOne(context, { notice: createSecretNotice(context, t.webhooks.secretShown, secret) });
}

function sendTest(context: PageContext): Promise<PageReply> {
  const { deps, account, caller } = context;
  return orErrorPage(
    async () => {
      await testEndpoint(deps, account.id, getId(context), caller.actor, deps.clock());
      return redirectToEndpoint(context, 'tested');
    },
    (problem) => refusal(context, problem),
  );
}

function retry(context: PageContext): Promise<PageReply> {
  const { deps, account, params } = context;
  return orErrorPage(
    async () => {
      const which = { endpointId: getId(context), id: params.deliveryId ?? '' };
      await retryWebhookDelivery(deps, account.id, which, deps.clock());
      return redirectToEndpoint(context, 'retried');
    },
    (problem) => refusal(context, problem),
  );
}

function replay(context: PageContext): Promise<PageReply> {
  const { deps, account, form } = context;
  const { since = '' } = form;
  if (!isCalendarDate(since)) return Promise.resolve(redirectToEndpoint(context, 'since'));
  const after = new Date(endOfDay(addDays(since, -1), account.timeZone)).toISOString();
  return orErrorPage(
    async () => {
      const wanted = { endpointId: getId(context), after };
      await replayEvents(deps, account.id, wanted, deps.clock());
      return redirectToEndpoint(context, 'replayed');
    },
    (problem) => refusal(context, problem),
  );
}

async function remove(context: PageContext): Promise<PageReply> {
  const { deps, account, base } = context;
  return orErrorPage(
    async () => {
      await deleteWebhookEndpoint(deps, account.id, getId(context), () => {}, deps.clock());
      return { redirect: `${base}${PATH}?notice=removed` };
    },
    ({ code }) => (code === 'not_found' ? { redirect: `${base}${PATH}?notice=gone` } : undefined),
  );
}

function createSecretNotice(context: PageContext, text: string, secret: string): PageNotice {
  return { tone: 'good', text: renderSecret(context, text, [secret]) };
}

function refusal(context: PageContext, { code }: Problem): PageReply | undefined {
  if (code === 'endpoint_disabled') return redirectToEndpoint(context, 'off');
  if (code === 'events_gone') return redirectToEndpoint(context, 'since');
  return undefined;
}

function redirectToEndpoint(context: PageContext, notice: string): PageReply {
  return { redirect: `${context.base}${PATH}/${getId(context)}?notice=${notice}` };
}

function getId({ params }: PageContext): string {
  return params.id ?? '';
}

function readTyped(form: Form): EndpointForm {
  const types = SUBSCRIBABLE_TYPES.filter((type) => form[`type:${type}`] !== undefined);
  return {
    url: (form.url ?? '').trim(),
    types: types.length > 0 ? types : [ALL_TYPES],
    description: (form.description ?? '').trim(),
  };
}

function toInput({ url, types, description }: EndpointForm): EndpointInput {
  return { url, types: [...types], description: description === '' ? null : description };
}

async function isInvalid({ deps, account }: PageContext, typed: EndpointForm): Promise<boolean> {
  const errors = await findUrlErrors(deps, account.id, typed.url);
  return errors.length > 0 || checkNewEndpoint(toInput(typed)).length > 0;
}
