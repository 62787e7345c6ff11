import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { checkNewPassword } from './new-password.ts';

it('a common password is rejected, whatever its case and its trailing digits', async () => {
  const common = [
    'qwerty123456',
    '1q2w3e4r5t',
    'football123',
    'Football2024',
    'iloveyou1234',
    '1qaz2wsx3edc',
  ];
  common.push('qwertyuiop', 'q1w2e3r4t5', 'sunshine2023', 'princess1234', 'Welcome12345', 'letmein12345');
  common.push(
    'passw0rd1234',
    'trustno1trustno1',
    'superman1234',
    'computer1234',
    'administrator',
    'abc1234567',
  );
  for (const password of common) assert.equal(await checkNewPassword(password, []), 'easy', password);
  for (const password of ['tide pool lantern', 'correct horse battery', 'without limits']) {
    assert.equal(await checkNewPassword(password, []), undefined, password);
  }
});

it('the list has more than 10,000 passwords and names its licence', async () => {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  const [head = '', list = ''] = text.split('\n\n');
  assert.match(head, /Permission is hereby granted, free of charge/);
  assert.ok(list.trim().split('\n').length > 10_000);
});
