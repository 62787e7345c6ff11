import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBounceReason } from './bounce-reason.ts';

test('enhanced status codes have a reason', () => {
  const cases = { '5.1.1': 'noMailbox', '5.2.2': 'full', '4.4.7': 'tooLate', '5.4.4': 'unreachable' };
  const more = {
    '5.7.26': 'blocked',
    '5.1.10': 'noDomain',
    '5.0.0': 'unknown',
    toString: 'unknown',
    '5': 'unknown',
  };
  for (const [status, reason] of Object.entries({ ...cases, ...more })) {
    assert.equal(findBounceReason(status), reason, status);
  }
  assert.equal(findBounceReason(null), 'unknown');
  assert.equal(findBounceReason('5.constructor.x'), 'unknown');
});

test('the words of Exchange tell an unknown recipient from an unknown domain', () => {
  for (const words of [
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@example.com not found by SMTP address lookup',
    '#550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found ##rfc822;ada@example.com',
    '550 5.1.10 resolver.adr.recipientnotfound',
  ]) {
    assert.equal(findBounceReason('5.1.10', words), 'noMailbox', words);
  }
  assert.equal(findBounceReason('5.1.10', '556 5.1.10 Domain does not accept mail (nullMX)'), 'noDomain');
});
