import assert from 'node:assert/strict';
import test from 'node:test';
import { html } from './html.ts';

test('html escapes values in text and in attributes', () => {
  const nasty = `<script>alert("x")</script>&'`;
  assert.equal(
    html`<p title="${nasty}">${nasty}</p>`.toString(),
    '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;</p>',
  );
});

test('html inserts its own markup once, lists in order, and nothing for empty values', () => {
  const item = (text: string) => html`<li>${text}</li>`;
  assert.equal(
    html`<ul>${[item('a'), [item('<b>')]]}</ul>${null}${undefined}${false}${0}${''}`.toString(),
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>0',
  );
});

test('html does not accept an object that only looks like markup', () => {
  const fake = { toString: () => '<i>' };
  // @ts-expect-error: the types reject it too
  assert.equal(html`${fake}`.toString(), '&lt;i&gt;');
});
