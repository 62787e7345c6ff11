import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readProse } from './backup.ts';

describe('texts of Invoice Ninja', () => {
  for (const [html, text] of [
    [
      '<p>Guten Tag,</p>\n<p>wie <strong>besprochen</strong>:<br>ein Tisch &amp; B&auml;nke.</p>',
      'Guten Tag,\n\nwie besprochen:\nein Tisch & Bänke.',
    ],
    [
      '<p>Dazu:</p><ul><li>Tisch</li><li><p>Bank</p></li></ul><p>Ende</p>',
      'Dazu:\n\n- Tisch\n- Bank\n\nEnde',
    ],
    ['<div>a</div><div>b</div><p>&nbsp;</p><p></p><div>c</div>', 'a\nb\n\nc'],
    ['<table><tr><td>1 h</td><td>80&euro;</td></tr><tr><td>2 h</td></tr></table>', '1 h 80€\n2 h'],
    ['<P STYLE="color:red">&#220;ber &#xFC;ber &lt;b&gt;</P>', 'Über über <b>'],
    ['one\n  two <b>bold</b>', 'one\n  two bold'],
    [
      'd < 5 mm & h > 3 mm; a<b; AT&T; &unknown; &#0; &#xD800;',
      'd < 5 mm & h > 3 mm; a<b; AT&T; &unknown; \ufffd \ufffd',
    ],
    ['a < b <p>c</p><!-- d --><script>e</script>', 'a < b\n\nc'],
    ['<blockquote>a</blockquote>', 'a'],
    ['<p>See <a href="https://example.com/a">the plan</a></p>', 'See the plan (https://example.com/a)'],
    ['', null],
  ] as const) {
    it(`are plain: ${JSON.stringify(html.slice(0, 40))}`, () => assert.equal(readProse(html), text));
  }

  it('needs linear time', () => {
    for (const part of [
      '<',
      '<a',
      '<a ',
      '&',
      '&a',
      '&#',
      '<p',
      '<li>',
      '&nbsp;',
      ' ',
      '\n',
      '- ',
      'a<p>',
      '<!--',
    ]) {
      const start = process.cpuUsage();
      readProse(`<p>${part.repeat(30_000)}`);
      const { user } = process.cpuUsage(start);
      assert.ok(user < 1_000_000, `${JSON.stringify(part)} took ${user} µs`);
    }
  });
});
