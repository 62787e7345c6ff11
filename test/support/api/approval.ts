import assert from 'node:assert/strict';
import { signIn, type TestPerson } from '../console/sign-in.ts';
import type { Client, Json, Reply } from '../service/client.ts';
import type { TestAccount, TestService } from '../service/service.ts';

/** An account with rules, an owner, a member who may approve, and one who may not. */
export interface RuledAccount {
  api: TestAccount;
  owner: TestPerson;
  approver: TestPerson;
  member: TestPerson;
}

export async function openRuledAccount(service: TestService, rules: object): Promise<RuledAccount> {
  const api = await service.newAccount();
  const { accountId } = api;
  const owner = await signIn(service, { accountId, name: 'Olive Owner' });
  const approver = await signIn(service, { accountId, role: 'member', name: 'Abe Approver' });
  const member = await signIn(service, { accountId, role: 'member', name: 'Mia Member' });
  const given = await owner.patch(`/users/${approver.userId}`, { mayApprove: true });
  assert.equal(given.status, 200, given.text);
  await setRules(api, rules);
  return { api, owner, approver, member };
}

export async function setRules(api: Client, rules: object | null): Promise<void> {
  const { status, text } = await api.patch('/account', { approval: rules });
  assert.equal(status, 200, text);
}

/** Decides on the quote as it is now. */
export async function decide(person: Client, action: 'approve' | 'reject', id: string): Promise<Reply> {
  const read = await person.get(`/quotes/${id}`);
  const headers = { 'If-Match': read.headers.get('ETag') ?? '' };
  return person.post(`/quotes/${id}/${action}`, { note: 'Noted' }, { headers });
}

export async function approve(person: Client, id: string): Promise<Json> {
  const { status, body, text } = await decide(person, 'approve', id);
  assert.equal(status, 200, text);
  return body;
}

/** Expects a 409 that names the rules and the console, and no figures. */
export function expectHeld(reply: Reply, rules: string[]): void {
  assert.deepEqual([reply.status, reply.body?.code], [409, 'approval_required'], reply.text);
  assert.deepEqual(reply.body.rules, rules);
  for (const rule of rules) assert.ok(reply.body.detail.includes(rule), reply.body.detail);
  assert.match(reply.body.consoleUrl, /\/acc_\w+\/quotes\/quo_\w+$/);
  assert.ok(reply.body.detail.includes(reply.body.consoleUrl));
}
