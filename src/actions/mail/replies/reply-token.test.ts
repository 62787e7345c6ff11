import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newLinkId } from '../../sending/links/links.ts';
import { deriveReplyToken, isReplyToken } from './reply-token.ts';

const OLD = { secret: 'the old secret', config: { previousSecret: null } };
const link = { accountId: 'acc_1', quoteId: 'quo_1', linkId: newLinkId(OLD, 1_700_000_000_000) };
const token = deriveReplyToken(OLD, link);

test('a token belongs to one account, quote and link', () => {
  assert.equal(isReplyToken(OLD, link, token), true);
  for (const other of [{ accountId: 'acc_2' }, { quoteId: 'quo_2' }, { linkId: `${link.linkId}x` }]) {
    assert.equal(isReplyToken(OLD, { ...link, ...other }, token), false);
  }
  for (const wrong of ['', token.slice(1), `${token}a`, token.toUpperCase()]) {
    assert.equal(isReplyToken(OLD, link, wrong), false, wrong);
  }
});

test('a token outlives a change of the secret while the previous one is configured', () => {
  const next = (previousSecret: string | null) => ({ secret: 'the new secret', config: { previousSecret } });
  assert.equal(isReplyToken(next(OLD.secret), link, token), true);
  assert.equal(isReplyToken(next(null), link, token), false);
  const renewed = { ...link, linkId: newLinkId(next(OLD.secret), 1_700_000_000_000) };
  const newToken = deriveReplyToken(next(OLD.secret), renewed);
  assert.equal(isReplyToken(next(null), renewed, newToken), true, 'new links use the new secret');
});
