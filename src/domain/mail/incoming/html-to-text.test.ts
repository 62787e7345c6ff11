import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { convertHtmlToText } from './html-to-text.ts';
import { readReply } from './reply-text.ts';

function convert(html: string): string {
  return convertHtmlToText(html, 1_000_000).text;
}

function split(html: string) {
  const { text, quotedText } = readReply({ plain: undefined, html });
  return [text, quotedText];
}

describe('the text of HTML', () => {
  test('leaves out what is hidden from readers', () => {
    const hide = (name: string, style: string) => `<${name} style="${style}">Hidden <b>too</b><br></${name}>`;
    for (const html of [
      hide('div', 'display:none'),
      hide('span', 'color:red; DISPLAY : None !important'),
      hide('p', 'max-height:0;display:none;'),
      hide('td', 'visibility:hidden'),
      '<div style="display:none"><div>Hidden</div><blockquote>Hidden</blockquote></div>',
      '<p style="display:none">Hidden<p>',
      '<table><tr><td style="display:none">Hidden<td></table>',
      '<img style="display:none">',
    ]) {
      assert.equal(convert(`Before. ${html} After.`).replaceAll(/\s+/g, ' '), 'Before. After.', html);
    }
    assert.equal(convert('<p style="background:none; display:block">Shown</p>'), 'Shown');
  });

  test('is shown although an element that hides it never ends', () => {
    assert.equal(convert('<div style="display:none">Yes. <b>Do it.</b>'), 'Yes. Do it.');
  });

  test('has lines and paragraphs for blocks', () => {
    const html =
      '<!DOCTYPE html><html><head><title>T</title><style>p{}</style></head><body>\n<p>One\n two</p><p>three<br>four</p>' +
      '<ul><li>a</li><li>b</li></ul><table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table><pre>x\n  y</pre>end';
    assert.equal(convert(html), 'One two\n\nthree\nfour\n\n- a\n- b\n\n1 2\n3\n\nx\n  y\n\nend');
    assert.equal(convert('<p class=MsoNormal>One</p><p class="MsoNormal">two<o:p></o:p></p>'), 'One\ntwo');
  });

  test('has no scripts, styles, comments or hidden elements', () => {
    for (const hidden of [
      '<script>alert("</p>")</script>',
      '<SCRIPT src=x>a<b</SCRIPT >',
      '<style><!-- p { } --></style>',
      '<!-- <p>no</p> -->',
      '<!--[if mso]><p>no</p><![endif]-->',
      '<?xml version="1"?>',
      '<img src="https://tracker.example/x.gif" alt="no">',
      '<svg><text>no</text></svg>',
      '<a title="a > b" onclick=\'x>"\'></a>',
    ]) {
      assert.equal(convert(`a${hidden}b`).replace(' ', ''), 'ab', hidden);
    }
    assert.equal(convert('3 < 4 and <5> & 1 <'), '3 < 4 and <5> & 1 <');
    assert.equal(convert('seen<script>never closed'), 'seen');
  });

  test('decodes entities once', () => {
    assert.equal(
      convert('&lt;b&gt; &amp;amp; &eacute;&#228;&#x1F600;&nbsp;&euro; &bogus; &#0;&#xD800;&#x110000;'),
      '<b> &amp; éä😀 € &bogus; \ufffd\ufffd\ufffd',
    );
  });

  test('shows the address of a link unless its text does', () => {
    assert.equal(convert('<a href="https://example.com/a">Plan</a>.'), 'Plan (https://example.com/a).');
    for (const link of [
      '<a href="https://example.com/">example.com</a>',
      '<a href="mailto:a@example.com?subject=x">a@example.com</a>',
      '<a href="javascript:alert(1)">here</a>',
      `<a href="https://example.com/${'x'.repeat(1000)}">here</a>`,
      '<a href="#top">here</a>',
    ]) {
      assert.ok(['example.com', 'a@example.com', 'here'].includes(convert(link)), convert(link));
    }
  });
});

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
