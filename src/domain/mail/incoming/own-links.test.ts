import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hideOwnLinks } from './own-links.ts';

const PUBLIC_URL = 'https://my-quotes.example:8443/offers';
const TOKEN = 'Ab3_-xYz9'.repeat(5).slice(0, 43);
const hide = (text: string) => hideOwnLinks(text, PUBLIC_URL);

test('links to pages of customers are hidden, whatever surrounds them', () => {
  const url = `${PUBLIC_URL}/q/${TOKEN}`;
  const cases = [
    [`> View the quote:\n> ${url}\n> Thanks`, '> View the quote:\n> …\n> Thanks'],
    [`View <${url}/pdf> (${url}?x=1#y) [z](${url}).`, 'View <…> (…) [z](…).'],
    [`${PUBLIC_URL}/i/${TOKEN}, a`, '… a'],
    [`${PUBLIC_URL}/unsubscribe/${TOKEN}.${TOKEN} a`, '… a'],
    [`${PUBLIC_URL}/pdf/${TOKEN} ${PUBLIC_URL}/pay/${TOKEN}`, '… …'],
    [url.toUpperCase(), '…'],
    [url.slice(8), '…'],
    [`https://safe.example/?url=${encodeURIComponent(url)}&d=1 a`, 'https://safe.example/?url=… a'],
    [`https://safe.example/${encodeURIComponent(encodeURIComponent(url))}`, 'https://safe.example/…'],
    [
      `https://defence.example/v2?u=https-3A__my-2Dquotes.example-3A8443_offers_q_${TOKEN}&d=1`,
      'https://defence.example/v2?u=…',
    ],
  ];
  for (const [text = '', expected] of cases) assert.equal(hide(text), expected);
});

test('links that are broken into lines are hidden', () => {
  const start = `${PUBLIC_URL}/q/`;
  for (const at of [0, 1, 20, 42]) {
    const text = `> ${start}${TOKEN.slice(0, at)}\n> ${TOKEN.slice(at)}\n> Thanks`;
    assert.equal(hide(text), '> …\n> Thanks');
  }
});

test('tokens of reply addresses are hidden', () => {
  const token = 'k4m2'.repeat(7).slice(0, 26);
  assert.equal(hide(`Rosa <rosa+${token}@a.example> wrote:`), 'Rosa <rosa+…@a.example> wrote:');
  assert.equal(hide(`mailto:rosa%2B${token.toUpperCase()}%40a.example`), 'mailto:rosa%2B…%40a.example');
});

test('everything else stays', () => {
  for (const text of [
    'https://elsewhere.example/q/a',
    PUBLIC_URL,
    `${PUBLIC_URL}/acc_1/quotes/quo_1`,
    `${PUBLIC_URL}/quiet/words`,
    'rosa+news@a.example',
  ]) {
    assert.equal(hide(text), text);
  }
});

test('a sign of the public URL stands for itself alone', () => {
  const other = PUBLIC_URL.replace('quotes.example', 'quotesXexample');
  assert.equal(hide(`${other}/q/${TOKEN}`), `${other}/q/${TOKEN}`);
  for (const host of ['a.b', 'a+b', '(a', 'a|b', '[a', 'a$', '^a', 'a*']) {
    const text = `https://${host}/q/${TOKEN} aab/q/${TOKEN}`;
    assert.equal(hideOwnLinks(text, `https://${host}`), `… aab/q/${TOKEN}`, host);
  }
});
