import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTemplate, patchTemplate } from './template.ts';

const AT = Date.UTC(2026, 10, 1);
const TEMPLATE = newTemplate({ name: 'Small website', title: 'Website' }, { id: 'tpl_1', now: AT });

test('a patch that changes nothing returns the same template', () => {
  assert.equal(patchTemplate(TEMPLATE, { title: 'Website' }, AT + 1), TEMPLATE);
  const changed = patchTemplate(TEMPLATE, { title: null, terms: 'Net 30' }, AT + 1);
  assert.deepEqual(changed, { ...TEMPLATE, title: null, terms: 'Net 30', updatedAt: changed.updatedAt });
  assert.notEqual(changed.updatedAt, TEMPLATE.updatedAt);
});
