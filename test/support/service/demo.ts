import assert from 'node:assert/strict';
import { personWith } from '../console/sign-in.ts';
import type { Json } from './client.ts';
import { exchange } from './exchange.ts';
import type { TestService } from './service.ts';

export type DemoVisitor = ReturnType<typeof personWith>;

/** Opens the link that a demo prints, and signs in with it. */
export async function visitDemo(
  service: Pick<TestService, 'url' | 'contract'>,
  signInUrl: string,
): Promise<DemoVisitor> {
  const inside = service.url + new URL(signInUrl).pathname + new URL(signInUrl).search;
  const entered = await exchange(inside);
  assert.equal(entered.status, 303, entered.text);
  const cookie = entered.headers.getSetCookie().find((line) => line.startsWith('proffer_session=')) ?? '';
  const token = /^proffer_session=([^;]+)/.exec(cookie)?.[1] ?? '';
  const first = await exchange(`${service.url}/`, {
    headers: { Cookie: `proffer_session=${token}` },
  });
  const accountId = /acc_\w+/.exec(first.headers.get('location') ?? '')?.[0] ?? '';
  return personWith(service, token, accountId);
}

export async function fillDemo(service: Pick<TestService, 'demo' | 'runJob'>): Promise<void> {
  assert.ok(service.demo);
  await service.runJob('demo');
  assert.equal(service.demo.isFilling(), false);
}

/** Reads all pages of a list. */
export async function readAll(visitor: Pick<DemoVisitor, 'get'>, list: string): Promise<Json[]> {
  const items: Json[] = [];
  for (let number = 1; ; number++) {
    const { status, body } = await visitor.get(`${list}?limit=100&page=${number}`);
    assert.equal(status, 200, JSON.stringify(body));
    const page = body.data;
    items.push(...page);
    if (page.length < 100) return items;
  }
}
