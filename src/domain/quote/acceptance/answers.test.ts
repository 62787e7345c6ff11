import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createValidity } from '../line/validity.ts';
import {
  ACCEPTANCE_KINDS,
  type AcceptanceField,
  type AcceptanceFieldInput,
  composeAcceptanceFields,
  findAcceptanceFieldErrors,
  MAX_ACCEPTANCE_FIELDS,
  MAX_OPTIONS,
  withAcceptanceFields,
} from './acceptance-fields.ts';
import { findAnswerErrors, findPatchAnswerErrors } from './answer-rules.ts';
import { composeAnswers, findAnswerError, getAnswer, withAnswers } from './answers.ts';

const field = (
  kind: AcceptanceField['kind'],
  { key = 'a', ...more }: Partial<AcceptanceField> = {},
): AcceptanceField => ({ ...{ key, label: 'L', kind, required: false }, ...more });
const validity = (...invalid: string[]) =>
  createValidity(invalid.map((path) => ({ path, message: 'is wrong' })));

test('an answer has the form of its question', () => {
  const choice = { options: ['Red', 'Blue'] };
  const cases: [AcceptanceField, valid: string[], invalid: string[]][] = [
    [field('text'), ['x', ' ', 'a'.repeat(500), '😀'.repeat(500)], []],
    [
      field('number'),
      ['0', '-1', '1200.50', '9'.repeat(30), `1.${'9'.repeat(20)}`],
      ['1,5', '1.', '.5', '+1', '1e3', 'one', ' 1', '9'.repeat(31), `1.${'9'.repeat(21)}`, '--1'],
    ],
    [field('date'), ['2028-02-29'], ['2026-02-29', '2026-2-1', '29.02.2028']],
    [field('choice', choice), ['Red', 'Blue'], ['red', 'Green', 'Red,Blue']],
    [field('choice'), [], ['Red']],
    [field('checkbox'), ['yes', 'no'], ['Yes', 'true', 'on']],
  ];
  for (const [question, valid, invalid] of cases) {
    for (const answer of valid) assert.equal(findAnswerError(question, answer), undefined, answer);
    for (const answer of invalid) assert.equal(findAnswerError(question, answer), 'invalid', answer);
  }
});

test('a question that is required wants an answer, and a box a yes', () => {
  for (const kind of ['text', 'number', 'date', 'choice', 'checkbox'] as const) {
    for (const empty of [undefined, '', ' \n']) {
      assert.equal(findAnswerError(field(kind), empty), undefined, kind);
      assert.equal(findAnswerError(field(kind, { required: true }), empty), 'required', kind);
    }
  }
  assert.equal(findAnswerError(field('checkbox', { required: true }), 'no'), 'required');
  assert.equal(findAnswerError(field('checkbox', { required: true }), 'yes'), undefined);
});

test('an answer has 500 characters at most, an order number those of a reference', () => {
  const order = field('text', { key: 'purchaseOrder' });
  assert.equal(findAnswerError(field('text'), 'a'.repeat(501)), 'tooLong');
  assert.equal(findAnswerError(order, 'a'.repeat(100)), undefined);
  assert.equal(findAnswerError(order, 'a'.repeat(101)), 'tooLong');
  const messages = findAnswerErrors([order, field('text')], {
    purchaseOrder: 'a'.repeat(101),
    a: 'a'.repeat(501),
  }).map(({ message }) => message);
  assert.deepEqual(messages, ['must have at most 100 characters', 'must have at most 500 characters']);
});

test('each wrong answer is named by its key, and keys of no question are wrong', () => {
  const required = { required: true };
  const fields = [
    ...[field('text', { key: 't', ...required }), field('checkbox', { key: 'c', ...required })],
    ...[field('number', { key: 'n' }), field('date', { key: 'd' }), field('checkbox', { key: 'b' })],
    field('choice', { key: 'o', options: ['x', 'y'] }),
  ];
  const errors = findAnswerErrors(fields, { 'a/b~': 'x', n: 'x', d: 'x', b: 'x', o: 'z' });
  assert.deepEqual(
    errors.map(({ path, message }) => `${path} ${message}`),
    [
      '/answers/a~1b~0 is not the key of a question of this quote',
      '/answers/t is required',
      '/answers/c is required and must be yes',
      '/answers/n must be a decimal number, such as 1200.50',
      '/answers/d must be a date that exists, as YYYY-MM-DD',
      '/answers/b must be yes or no',
      '/answers/o must be one of: x, y',
    ],
  );
  assert.deepEqual(findAnswerErrors(undefined, {}), []);
  assert.deepEqual(findAnswerErrors(undefined, { t: 'x' }).length, 1);
});

test('answers are kept in the order of their questions, trimmed and without empty ones', () => {
  const fields = [
    field('text', { key: 'z' }),
    field('text', { key: 'a' }),
    field('text', { key: 'toString' }),
  ];
  const answers = composeAnswers(fields, { a: ' one ', z: 'two', other: 'x' });
  assert.equal(JSON.stringify(answers), '{"z":"two","a":"one"}');
  assert.deepEqual(composeAnswers(fields, { z: '  ', a: '' }), {});
  assert.deepEqual(composeAnswers(undefined, { a: 'x' }), {});
  assert.equal(getAnswer({}, 'toString'), undefined);
});

test('the order number becomes the reference of a quote that has none', () => {
  const quote = (reference: string | null) => ({ reference, title: 'T' });
  const order = { purchaseOrder: 'PO 7' };
  assert.deepEqual(withAnswers(quote(null), order), { ...quote('PO 7'), answers: order });
  assert.equal(withAnswers(quote(' '), order).reference, 'PO 7');
  assert.equal(withAnswers(quote('R 1'), order).reference, 'R 1');
  assert.equal(withAnswers(quote(null), { a: 'x' }).reference, null);
  const unanswered = quote(null);
  assert.equal(withAnswers(unanswered, {}), unanswered);
});

test('a patch gives answers only with an acceptance, and an acceptance answers what is required', () => {
  const fields = [field('text', { required: true })];
  const open = { status: 'SENT', acceptanceFields: fields };
  const find = (
    patch: Parameters<typeof findPatchAnswerErrors>[0],
    current: Parameters<typeof findPatchAnswerErrors>[1] = open,
    ...invalid: string[]
  ) => findPatchAnswerErrors(patch, current, validity(...invalid)).map(({ path }) => path);
  assert.deepEqual(find({ answers: { a: 'x' } }), ['/answers']);
  assert.deepEqual(find({ status: 'DECLINED', answers: { a: 'x' } }), ['/answers']);
  assert.deepEqual(find({ status: 'DECLINED' }), []);
  assert.deepEqual(find({}), []);
  const accepted = { status: 'ACCEPTED' };
  assert.deepEqual(find({ ...accepted, answers: { a: 'x' } }), []);
  assert.deepEqual(find(accepted), ['/answers/a']);
  assert.deepEqual(find({ ...accepted, answers: null }), ['/answers/a']);
  // The questions of the patch count, if it has some.
  assert.deepEqual(find({ ...accepted, acceptanceFields: null }), []);
  const other: AcceptanceFieldInput = { key: 'b', label: 'L', kind: 'number', required: true };
  assert.deepEqual(find({ ...accepted, acceptanceFields: [other] }), ['/answers/b']);
  assert.deepEqual(find({ ...accepted, acceptanceFields: [other] }, open, '/acceptanceFields/0'), []);
  assert.deepEqual(find(accepted, open, '/answers'), []);
});

test('an acceptance that is replaced keeps its answers, unless something else is chosen', () => {
  const acceptanceFields = [field('text', { required: true })];
  const patch = { status: 'ACCEPTED' };
  const find = (more: object, answers?: Record<string, string>) =>
    findPatchAnswerErrors(
      { ...patch, ...more },
      { status: 'ACCEPTED', acceptanceFields, ...(answers && { answers }) },
      validity(),
    ).length;
  assert.equal(find({}), 0, 'it changes nothing');
  assert.equal(find({ selection: null, answers: null }), 0);
  assert.equal(find({ selection: [] }), 1);
  assert.equal(find({ selection: [] }, { a: 'x' }), 0);
  assert.equal(find({ answers: {} }, { a: 'x' }), 1);
});

test('questions are composed with their options, and rules between their parts are checked', () => {
  const text = { key: 'a', label: 'L', kind: 'text' } as const;
  assert.deepEqual(
    composeAcceptanceFields([text, { ...text, kind: 'choice', options: ['x'], required: true }]),
    [field('text'), field('choice', { required: true, options: ['x'] })],
  );
  assert.deepEqual(composeAcceptanceFields([{ ...text, options: ['x'] }]), [field('text')]);
  assert.deepEqual(composeAcceptanceFields(null), []);
  const asking = { title: 'T', acceptanceFields: [field('text')] };
  assert.equal(withAcceptanceFields(asking, undefined), asking);
  for (const none of [null, []]) assert.deepEqual(withAcceptanceFields(asking, none), { title: 'T' });
  const { title, acceptanceFields } = withAcceptanceFields(asking, [{ ...text, key: 'b' }]);
  assert.deepEqual([title, acceptanceFields], ['T', [field('text', { key: 'b' })]]);

  const find = (fields: unknown, ...invalid: string[]) =>
    findAcceptanceFieldErrors(fields as AcceptanceFieldInput[], validity(...invalid)).map(({ path }) =>
      path.replace('/acceptanceFields/', ''),
    );
  const choice = { ...text, kind: 'choice' };
  assert.deepEqual(find([text, { ...choice, key: 'b', options: ['x', 'y'] }]), []);
  assert.deepEqual(find([text, text, text]), ['1/key', '2/key']);
  assert.deepEqual(find([choice, { ...choice, key: 'b', options: null }]), ['0/options', '1/options']);
  assert.deepEqual(find([{ ...text, options: ['x'] }]), ['0/options']);
  assert.deepEqual(find([{ ...choice, options: ['x', 'y', 'x'] }]), ['0/options']);
  const orders = ['text', 'number', 'date', 'checkbox'].map((kind) =>
    find([{ ...text, kind, key: 'purchaseOrder' }]),
  );
  assert.deepEqual(orders, [[], [], ['0/kind'], ['0/kind']]);
  assert.deepEqual(find([choice, text], '/acceptanceFields/0/key'), [], 'a wrong one counts for nothing');
  assert.deepEqual(find([choice], '/acceptanceFields'), []);
  for (const none of [null, undefined, 'x']) assert.deepEqual(find(none), []);
});

test('a quote has at most 10 questions of five kinds, and a choice 20 answers', () => {
  assert.equal(ACCEPTANCE_KINDS.join(' '), 'text number date choice checkbox');
  assert.deepEqual([MAX_ACCEPTANCE_FIELDS, MAX_OPTIONS], [10, 20]);
});
