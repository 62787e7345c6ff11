import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readReply } from './reply-text.ts';

function split(html: string) {
  const { text, quotedText } = readReply({ plain: undefined, html });
  return [text, quotedText];
}

describe('quoted HTML of', () => {
  const quoted = '<div>Dear Ada,</div><div>here is your quote.</div>';
  for (const [program, html] of Object.entries({
    'Gmail in an unknown language': `<div>Yes.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Hétfőn Rosa írta:<br></div><blockquote class="gmail_quote">${quoted}</blockquote></div>`,
    'Apple Mail': `<body>Yes.<div><br><blockquote type="cite"><div>On 16. Nov 2026, at 10:00, Rosa &lt;rosa@example.com&gt; wrote:</div>${quoted}</blockquote></div></body>`,
    Thunderbird: `<p>Yes.</p><div class="moz-cite-prefix">Am 16.11.26 um 10:00 schrieb Rosa:<br></div><blockquote type="cite" cite="mid:x">${quoted}</blockquote>`,
    'Outlook on the web': `<div>Yes.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr"><b>Lähettäjä:</b> Rosa</div>${quoted}`,
    Outlook: `<p class=MsoNormal>Yes.</p><div style='border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>Von:</b> Rosa &lt;rosa@example.com&gt;<br><b>Gesendet:</b> Montag<br><b>An:</b> Ada<br><b>Betreff:</b> Angebot</p></div>${quoted}`,
    Yahoo: `<div>Yes.</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Monday, Rosa wrote:</div>${quoted}</div>`,
    'Outlook for phones': `<div>Yes.</div><div id="mail-editor-reference-message-container"><b>Fra:</b> Rosa${quoted}</div>`,
  })) {
    test(`${program} is folded away`, () => {
      const [text, rest] = split(html);
      assert.equal(text, 'Yes.');
      assert.match(rest ?? '', /here is your quote\.$/);
    });
  }

  test('Gmail with answers in between is kept, and text below a quote too', () => {
    const quote = (text: string) => `<blockquote class="gmail_quote">${text}</blockquote>`;
    const html = `<div class="gmail_quote"><div class="gmail_attr">On 16/11/2026 10:00, Rosa wrote:</div>${quote('When?')}<div>Monday.</div>${quote('Where?')}<div>Berlin.</div></div>`;
    assert.deepEqual(split(html), [
      '> On 16/11/2026 10:00, Rosa wrote:\n\n> When?\n\nMonday.\n\n> Where?\n\nBerlin.',
      null,
    ]);
    assert.deepEqual(split(`${quote('When?')}<p>Monday.</p>`), ['Monday.', '> When?']);
  });
});

describe('the work grows only with the length', () => {
  const HOSTILE = {
    tags: '<a "',
    comments: '<!-- <!',
    quotes: '<div class="gmail_quote">',
    closings: '</span></div>',
    attributes: "<p a='b",
    equals: '<p = = ',
    pieces: 'a<b>',
    entities: '&#x1&amp',
    spaces: ' \t',
    scripts: '<script></scrip',
    lines: '> a\n\n',
    labels: 'From: a\nTo: b\n',
    attributions: 'On 2026 a@b <c@d> wrote:\n',
    stars: '*_',
    dashes: '-----\n',
    colons: '2026:',
  };

  // With work that grows with the square of the length, a single one of these would exceed the time limit of the test.
  test('of a text that was written to make it grow', () => {
    for (const piece of Object.values(HOSTILE)) {
      const text = piece.repeat(300_000 / piece.length);
      readReply({ plain: undefined, html: text });
      readReply({ plain: text, html: undefined });
    }
  });
});
