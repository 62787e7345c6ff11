import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readZip } from '../../../../test/support/api/read-zip.ts';
import { createZip, type ZipEntry } from './zip.ts';

async function zipped(entries: readonly ZipEntry[]): Promise<Buffer> {
  async function* all() {
    yield* entries;
  }
  const parts: Uint8Array[] = [];
  for await (const part of createZip(all())) parts.push(part);
  return Buffer.concat(parts);
}

it('a ZIP has every file under its name and makes duplicate names unique', async () => {
  const date = '2026-11-30';
  const files = await zipped([
    { name: 'Angebot Ä 網站.pdf', date, content: Buffer.from('one') },
    { name: 'a.pdf', date, content: Buffer.from('two') },
    { name: 'A.pdf', date, content: Buffer.from('three') },
    { name: 'empty', date, content: Buffer.of() },
  ]);
  assert.deepEqual(
    readZip(files).map(({ name, content }) => [name, content.toString()]),
    [
      ['Angebot Ä 網站.pdf', 'one'],
      ['a.pdf', 'two'],
      ['A (2).pdf', 'three'],
      ['empty', ''],
    ],
  );
});

it('a ZIP compresses a stream, whose length it does not know before its end', async () => {
  async function* parts() {
    for (let n = 0; n < 1000; n++) yield Buffer.from(`line ${n}\n`);
  }
  async function* none() {}
  const date = '2026-11-30';
  const zip = await zipped([
    { name: 'lines.txt', date, content: parts() },
    { name: 'stored.pdf', date, content: Buffer.from('as it is') },
    { name: 'empty.txt', date, content: none() },
  ]);
  const files = readZip(zip);
  assert.deepEqual(
    files.map(({ name, content }) => [name, content.length]),
    [
      ['lines.txt', 8890],
      ['stored.pdf', 8],
      ['empty.txt', 0],
    ],
  );
  assert.ok(zip.length < 4000, `${zip.length}`);
});

it('a ZIP may have files of any year', async () => {
  for (const date of ['1970-01-01', '2107-12-31', '2108-01-01', '2999-12-31']) {
    const [file] = readZip(await zipped([{ name: 'a', date, content: Buffer.from('b') }]));
    assert.equal(file?.content.toString(), 'b', date);
  }
});

it('an error of a stream is that of the ZIP', async () => {
  async function* broken() {
    yield Buffer.from('a');
    throw new Error('the disk is gone');
  }
  await assert.rejects(zipped([{ name: 'a', date: '2026-11-30', content: broken() }]), /the disk is gone/);
});

it('a ZIP may be empty or have more files than a 16-bit field can count', async () => {
  assert.deepEqual(readZip(await zipped([])), []);
  const many = Array.from({ length: 65_536 }, (_, n) => ({
    name: `${n}`,
    date: '1970-01-01',
    content: Buffer.of(n & 255),
  }));
  const files = readZip(await zipped(many));
  assert.deepEqual(
    [files.length, files.at(-1)?.name, files.at(-1)?.content],
    [65_536, '65535', Buffer.of(255)],
  );
});
