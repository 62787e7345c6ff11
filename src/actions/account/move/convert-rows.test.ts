import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealField } from '../sealing/sealed-field.ts';
import { createRowConverter, type InstallationSecrets } from './convert-rows.ts';

const PLACE = { ownerId: 'acc_1', field: 'mail password' } as const;

function withSecret(name: string, current: string | null = name.repeat(8)): InstallationSecrets {
  const stored = `stored ${name}`.repeat(4);
  return {
    secret: current ?? stored,
    config: { previousSecret: null },
    sealing: { current, previous: [], stored },
  };
}

const [SOURCE, TARGET] = [withSecret('source'), withSecret('target')];

test('a sealed value that the target cannot open stays as it is, and is named', () => {
  const row = {
    account_id: 'acc_1',
    password: sealField(withSecret('older'), PLACE, 'x'),
    access_token: null,
  };
  const converter = createRowConverter(SOURCE, TARGET, []);
  assert.deepEqual(converter.convert('mail_accounts', row), row);
  assert.deepEqual(converter.listUnopened('mail_accounts', row), ['mail password']);
  const known = { ...row, password: sealField(SOURCE, PLACE, 'x') };
  assert.deepEqual(converter.listUnopened('mail_accounts', known), []);
  const without = createRowConverter(SOURCE, withSecret('target', null), []);
  assert.deepEqual(without.listUnopened('mail_accounts', known), ['mail password']);
  assert.deepEqual(without.convert('mail_accounts', known), known);
});

test('a person has the identifier of the target everywhere but in signed text', () => {
  const people = [{ id: 'usr_1', email: 'a@example.test', knownAs: 'usr_9' }];
  const row = { id: 'dec_1', doc: '{"by":"usr_1"}', record: '{"by":"usr_1"}', jws: null, kid: null };
  assert.deepEqual(createRowConverter(SOURCE, TARGET, people).convert('decisions', row), {
    ...row,
    doc: '{"by":"usr_9"}',
  });
});
