import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isMailAddress, needsSmtpUtf8 } from './mail-address.ts';

it('common addresses are accepted', () => {
  for (const address of [
    'ada@example.test',
    'ada.lovelace+quotes@mail.example.co.uk',
    "o'hara_{x}=1@example.org",
    'root@localhost',
    'a@b',
    '1@2x.test',
    'info@müller.example',
    'info@xn--mller-kva.example',
    '用户@例子.广告',
    'अदा@उदाहरण.test',
    'Ada@EXAMPLE.test',
    `${'a'.repeat(64)}@example.test`,
  ]) {
    assert.equal(isMailAddress(address), true, address);
  }
});

it('addresses that a header or an SMTP command could misread are rejected', () => {
  for (const address of [
    '',
    '@',
    'ada',
    'ada@',
    '@example.test',
    'ada@@example.test',
    'ada@one.test@two.test',
    'ada@example.test,bob@example.test',
    'ada@example.test;bob@example.test',
    'Ada <ada@example.test>',
    '<ada@example.test>',
    'ada@example.test>\r\nRCPT TO:<bob@example.test',
    'ada@example.test\n',
    ' ada@example.test',
    'ada@example.test\u0000',
    'a da@example.test',
    'a\u00a0da@example.test',
    'a\u200bda@example.test',
    'a\u202eda@example.test',
    '"a da"@example.test',
    'ada(comment)@example.test',
    '.ada@example.test',
    'ada.@example.test',
    'a..da@example.test',
    'ada@.example.test',
    'ada@example.test.',
    'ada@example..test',
    'ada@-example.test',
    'ada@exa_mple.test',
    'ada@example.test/x',
    'ada@example.test%0a',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
    'ada@１２７.0.0.1',
    'ada@example.test:25',
    `${'a'.repeat(65)}@example.test`,
    `${'ä'.repeat(33)}@example.test`,
    `ada@${'a'.repeat(64)}.test`,
    `ada@${'abcdefgh.'.repeat(29)}test`,
    `${'a'.repeat(100_000)}@example.test`,
  ]) {
    assert.equal(isMailAddress(address), false, JSON.stringify(address.slice(0, 80)));
  }
});

it('only a non-ASCII local part needs SMTPUTF8', () => {
  assert.equal(needsSmtpUtf8('ada@müller.example'), false);
  assert.equal(needsSmtpUtf8('zoë@example.test'), true);
});
