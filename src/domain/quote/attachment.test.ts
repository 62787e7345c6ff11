import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../errors.ts';
import {
  type Attachment,
  assertAttachmentFits,
  DOWNLOAD_TYPE,
  findAttachmentNameErrors,
  listAttachmentHashes,
  parseContentType,
} from './attachment.ts';

const MEBIBYTE = 2 ** 20;
const file = (name: string, size = 1): Attachment => ({
  name,
  size,
  contentType: 'text/plain',
  sha256: name,
});

test('a name is a file name that every system accepts, at most 150 characters long', () => {
  const errors = (name: string, ...others: string[]) =>
    findAttachmentNameErrors(
      name,
      others.map((other) => file(other)),
    );
  for (const good of ['a', 'Plan ä.pdf', '見積書.pdf', '...', 'x'.repeat(150), '😀'.repeat(150), ' a ']) {
    assert.deepEqual(errors(good), [], good);
  }
  for (const bad of [
    ...['', ' ', '.', '..', 'x'.repeat(151), '😀'.repeat(151), '\ud800', 'a\u0308'],
    ...[...'/\\:*?"<>|\0\n\u2028\u2029\u202e'].map((char) => `a${char}b`),
  ]) {
    const [error, ...more] = errors(bad);
    assert.deepEqual([error?.in, error?.path, more.length], ['path', '/name', 0], JSON.stringify(bad));
  }
  assert.deepEqual(errors('a.pdf', 'a.pdf', 'b.pdf'), [], 'the same name replaces the file');
  assert.match(errors('A.pdf', 'b.pdf', 'a.pdf')[0]?.message ?? '', /"a\.pdf"/);
  assert.equal(errors('STRASSE', 'straße').length, 1);
  assert.equal(errors('ς', 'Σ').length, 1);
});

test('a quote has at most 20 files of 10 MiB and 25 MiB together', () => {
  const findCode = (others: readonly Attachment[], name: string, size: number) => {
    try {
      assertAttachmentFits(others, name, size);
      return undefined;
    } catch (error) {
      return (error as Problem).code;
    }
  };
  assert.equal(findCode([], 'a', 10 * MEBIBYTE), undefined);
  assert.equal(findCode([], 'a', 10 * MEBIBYTE + 1), 'body_too_large');
  const many = Array.from({ length: 20 }, (_, n) => file(`${n}`));
  assert.equal(findCode(many.slice(1), 'new', 1), undefined);
  assert.equal(findCode(many, 'new', 1), 'attachments_full');
  assert.equal(findCode(many, '0', 1), undefined, 'a replaced file does not count');
  const large = [file('a', 10 * MEBIBYTE), file('b', 10 * MEBIBYTE)];
  assert.equal(findCode(large, 'c', 5 * MEBIBYTE), undefined);
  assert.equal(findCode(large, 'c', 5 * MEBIBYTE + 1), 'attachments_full');
  assert.equal(findCode(large, 'b', 10 * MEBIBYTE), undefined);
});

test('a content type is kept if it can be sent back in a header', () => {
  for (const type of [
    'text/plain',
    'text/plain; charset=utf-8',
    'application/vnd.ms-excel',
    'image/svg+xml',
  ]) {
    assert.equal(parseContentType(` ${type} `), type);
  }
  const longest = `text/plain;${' '.repeat(138)}a`;
  assert.equal(parseContentType(longest), longest);
  for (const bad of [undefined, '', 'text', 'x text/plain', 'text/plain,b', 'text/plain; ä', `${longest}a`]) {
    assert.equal(parseContentType(bad), DOWNLOAD_TYPE, `${bad}`);
  }
  assert.equal(DOWNLOAD_TYPE, 'application/octet-stream');
});

test('the record of a decision lists names and hashes', () => {
  assert.deepEqual(listAttachmentHashes([file('a')]), [{ name: 'a', sha256: 'a' }]);
});
