import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../app/config/config.ts';
import {
  buildConsoleUrl,
  buildLinkUrl,
  buildSettingsUrl,
  deriveLinkToken,
  findSecret,
  getLinkPath,
  hashToken,
  newLinkId,
} from './links.ts';

const [OLD, NEW] = ['an old secret of the service', 'a new secret of the service'];
const NOW = Date.parse('2026-03-10T10:00:00.000Z');
const config = readConfig({});
const publicUrl = () => 'https://quotes.example';

test('the id of a link ends with that of the secret, and names no part of it', () => {
  const ids = [OLD, NEW].map((secret) => newLinkId({ secret }, NOW).split('.')[1] ?? '');
  for (const id of ids) assert.match(id, /^[\w-]{6}$/);
  assert.equal(new Set(ids).size, 2);
  assert.equal(newLinkId({ secret: OLD }, NOW).split('.')[1], ids[0]);
});

test('a link has the same token after a change of the secret', () => {
  const id = newLinkId({ secret: OLD }, NOW);
  const before = deriveLinkToken({ secret: OLD, config: { ...config, previousSecret: null } }, id);
  assert.match(before, /^[\w-]{43}$/);
  const changed = { secret: NEW, config: { ...config, previousSecret: OLD } };
  assert.equal(deriveLinkToken(changed, id), before);
  assert.equal(findSecret(changed, id), OLD);
  assert.equal(findSecret(changed, newLinkId({ secret: NEW }, NOW)), NEW);
  assert.equal(findSecret(changed, 'lnk_without_a_secret'), NEW);
  const forgotten = { secret: NEW, config: { ...config, previousSecret: null } };
  assert.equal(findSecret(forgotten, id), NEW);
  assert.notEqual(deriveLinkToken(forgotten, id), before);
  assert.notEqual(deriveLinkToken(changed, newLinkId({ secret: OLD }, NOW)), before, 'each link has its own');
  assert.notEqual(hashToken(before), before);
});

test('a link leads to the page of its kind', () => {
  const deps = { secret: NEW, config: { ...config, previousSecret: null }, publicUrl };
  const id = newLinkId(deps, NOW);
  const token = deriveLinkToken(deps, id);
  assert.equal(buildLinkUrl(deps, id), `https://quotes.example/q/${token}`);
  assert.equal(buildLinkUrl(deps, id, 'invoice'), `https://quotes.example/i/${token}`);
  assert.equal(getLinkPath(deps, id, 'quote'), `/q/${token}`);
});

test('pages of the console have an address where there is one', () => {
  const withConsole = { config: { ...config, console: true }, publicUrl };
  assert.equal(buildConsoleUrl(withConsole, 'acc_1', 'quo_1'), 'https://quotes.example/acc_1/quotes/quo_1');
  assert.equal(buildConsoleUrl(withConsole, 'acc_1', 'inv_1'), 'https://quotes.example/acc_1/invoices/inv_1');
  assert.equal(buildSettingsUrl(withConsole, 'acc_1', 'mail'), 'https://quotes.example/acc_1/settings/mail');
  const without = { config: { ...config, console: false }, publicUrl };
  assert.equal(buildConsoleUrl(without, 'acc_1', 'quo_1'), null);
  assert.equal(buildSettingsUrl(without, 'acc_1', 'mail'), null);
});
