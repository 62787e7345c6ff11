import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { convertHtmlToText } from './html-to-text.ts';

function convert(html: string): string {
  return convertHtmlToText(html).text;
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
    assert.equal(convert('<ul><li><p>a</p></li><li><div>b</div><p>c</p></li></ul>'), '- a\n- b\n\nc');
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
