import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html } from '../../../domain/markup/html.ts';
import { createHighlighter } from './highlight.ts';

it('a match is highlighted in any case and script, and other text never becomes markup', () => {
  const marked = (text: string, search: string) => `${html`${createHighlighter(search)(text)}`}`;
  assert.equal(marked('Kitchen and kitchen', 'KIT'), '<mark>Kit</mark>chen and <mark>kit</mark>chen');
  assert.equal(marked('Straße', 'SS'), 'Stra<mark>ß</mark>e');
  assert.equal(marked('ΣΊΣΥΦΟΣ', 'ς'), '<mark>Σ</mark>Ί<mark>Σ</mark>ΥΦΟ<mark>Σ</mark>');
  assert.equal(marked('مطبخ جديد', 'جديد'), 'مطبخ <mark>جديد</mark>');
  assert.equal(marked('a<b>&', '<b>'), 'a<mark>&lt;b&gt;</mark>&amp;');
  assert.equal(marked('aaa', 'aa'), '<mark>aa</mark>a');
  assert.equal(marked('nothing', ''), 'nothing');
  assert.equal(marked('nothing', 'else'), 'nothing');
});
