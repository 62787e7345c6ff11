import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../domain/errors.ts';
import type { Call } from './endpoint.ts';
import {
  createIfMatchCheck,
  createRequiredIfMatchCheck,
  formatEtag,
  formatInvoiceEtag,
  toNotModified,
} from './etag.ts';

function callWith(headers: Record<string, string>): Call {
  return { request: { headers } } as unknown as Call;
}

function codeOf(check: () => void): string | undefined {
  try {
    check();
  } catch (error) {
    assert.ok(error instanceof Problem);
    return error.code;
  }
  return undefined;
}

test('an ETag names the version, and the views if there are any', () => {
  assert.equal(formatEtag({ version: 7 }), '"7"');
  assert.equal(formatEtag({ version: 7, views: 0 }), '"7"');
  assert.equal(formatEtag({ version: 7, views: 2 }), '"7.2"');
  const invoice = { version: 7, views: 2, customerVersion: 3 };
  assert.equal(formatInvoiceEtag({ ...invoice, hasCurrentParties: true }), '"7.3"');
  assert.equal(formatInvoiceEtag({ ...invoice, hasCurrentParties: false }), '"7.2"');
});

const MATCHING = ['"7"', '"7.2"', '"7-gzip"', '"6", "7"', '*', ' "7" ', '"7","8"'];
const OTHERS = ['"6"', '"77"', '7', '"7', '7"', '"7.x"', '"7."', 'W/"7"', '"x7"', '', '"6", "8"', '"7"x'];

test('If-Match compares the version and ignores views', () => {
  assert.equal(
    codeOf(() => createIfMatchCheck(callWith({}))(7)),
    undefined,
  );
  for (const tag of MATCHING) {
    assert.equal(
      codeOf(() => createIfMatchCheck(callWith({ 'if-match': tag }))(7)),
      undefined,
      tag,
    );
  }
  for (const tag of OTHERS) {
    assert.equal(
      codeOf(() => createIfMatchCheck(callWith({ 'if-match': tag }))(7)),
      'precondition_failed',
      tag,
    );
  }
  for (const tag of [...MATCHING, ...OTHERS, '"undefined"']) {
    const check = createIfMatchCheck(callWith({ 'if-match': tag }));
    assert.equal(
      codeOf(() => check(undefined)),
      'precondition_failed',
      `${tag} of nothing`,
    );
  }
});

test('a change that needs If-Match must name a version', () => {
  const check = (headers: Record<string, string>) =>
    codeOf(() => createRequiredIfMatchCheck(callWith(headers))(7));
  assert.equal(check({}), 'precondition_required');
  assert.equal(check({ 'if-match': '*' }), 'precondition_required');
  assert.equal(check({ 'if-match': ' * ' }), 'precondition_required');
  assert.equal(check({ 'if-match': '"7"' }), undefined);
  assert.equal(check({ 'if-match': '"6"' }), 'precondition_failed');
});

test('If-None-Match answers 304 with the ETag that the caller has', () => {
  const ask = (tag: string) => toNotModified(callWith({ 'if-none-match': tag }), '"7.2"');
  assert.equal(toNotModified(callWith({}), '"7.2"'), undefined);
  for (const tag of ['"7.2"', '"7.2-gzip"', '"7.2-br"']) {
    const unchanged = { status: 304, headers: { ETag: tag } };
    assert.deepEqual(ask(tag), unchanged, tag);
    assert.deepEqual(ask(`W/${tag}`), unchanged, `W/${tag}`);
    assert.deepEqual(ask(`"1", ${tag} , "3"`), unchanged, `among others: ${tag}`);
  }
  assert.deepEqual(ask('*'), { status: 304, headers: { ETag: '"7.2"' } });
  for (const tag of ['"7"', '"7.3"', '7.2', '', '"x"', '"xW/7.2"']) assert.equal(ask(tag), undefined, tag);
});
