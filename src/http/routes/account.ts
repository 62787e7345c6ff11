import { drawForMail } from '../../actions/account/mail-logo.ts';
import { patchAccount } from '../../domain/account/patch-account.ts';
import type { FieldError } from '../../domain/errors.ts';
import {
  ACCOUNT_EXAMPLE,
  ACCOUNT_READ_ONLY,
  AccountSchema,
  checkAccount,
  PatchAccount,
} from '../../schemas/account.ts';
import { findAccount, loadAccount, replaceAccount } from '../../store/tables/accounts.ts';
import { keepLogoBitmap, type LogoBitmap } from '../../store/tables/logo-bitmaps.ts';
import { checkBody, failOn, readBody, without } from '../api/body.ts';
import { type Answer, type Call, type Endpoint, json, type Operation } from '../api/endpoint.ts';
import { checkIfMatch, etagOf } from '../api/etag.ts';

const account = { description: 'The account', schema: AccountSchema, example: ACCOUNT_EXAMPLE };

const operations = {
  get: {
    id: 'getAccount',
    tag: 'Account',
    summary: 'Get the business that issues the quotes',
    answers: { 200: account },
    problems: [],
  },
  patch: {
    id: 'updateAccount',
    tag: 'Account',
    summary: 'Update the business that issues the quotes',
    description: 'A merge patch: absent fields stay, `null` clears an optional field.',
    headers: ['If-Match'],
    body: {
      schema: PatchAccount,
      example: { name: 'Studio Lindqvist', currency: 'SEK', locale: 'sv' },
    },
    answers: { 200: account },
    problems: [
      'validation_failed',
      'malformed_json',
      'precondition_failed',
      'body_too_large',
      'unsupported_media_type',
      'pdf_busy',
    ],
  },
} satisfies Record<string, Operation>;

export const accountRoutes: Endpoint[] = [
  { method: 'GET', path: '/api/v1/account', scope: 'read', operation: operations.get, handle: get },
  { method: 'PATCH', path: '/api/v1/account', scope: 'write', operation: operations.patch, handle: patch },
];

async function get({ deps, caller }: Call): Promise<Answer> {
  const stored = await findAccount(deps.db.read, caller.accountId);
  if (!stored) throw new Error('a caller without an account');
  return json(200, stored.account, { ETag: etagOf(stored) });
}

/** In a thread, and only when it is another one: what the service itself returned may always come back. */
async function tryNewLogo(
  { deps, caller }: Call,
  logo: unknown,
  errors: FieldError[],
): Promise<{ errors: FieldError[]; bitmap?: LogoBitmap | undefined }> {
  const path = '/logo';
  if (typeof logo !== 'string' || errors.some((error) => error.path === path)) return { errors };
  const stored = await findAccount(deps.db.read, caller.accountId);
  if (stored?.account.logo === logo) return { errors };
  const message = await deps.renderer.checkLogo(caller.accountId, logo);
  if (message) return { errors: [...errors, { path, message }] };
  if (errors.length > 0) return { errors };
  return { errors, bitmap: await drawForMail(deps.renderer, caller.accountId, logo) };
}

async function patch(call: Call): Promise<Answer> {
  const { caller, now } = call;
  const body = readBody(call);
  body.value = without(body.value, ACCOUNT_READ_ONLY);
  const { errors, bitmap } = await tryNewLogo(call, body.value.logo, checkBody(body, checkAccount));
  failOn(errors);
  return call.write(async (tx) => {
    const stored = await loadAccount(tx, caller.accountId);
    if (!stored) throw new Error('a caller without an account');
    checkIfMatch(call, stored.version);
    const updated = patchAccount(stored.account, body.value as PatchAccount, now);
    if (updated === stored.account) return json(200, stored.account, { ETag: etagOf(stored) });
    await replaceAccount(tx, updated);
    if (bitmap) await keepLogoBitmap(tx, caller.accountId, bitmap);
    return json(200, updated, { ETag: etagOf({ version: stored.version + 1 }) });
  });
}
