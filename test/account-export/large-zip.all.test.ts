import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { createZip, type ZipEntry } from '../../src/actions/invoices/archive/zip.ts';
import { newDataFolder } from '../support/service/data-folder.ts';

const MIB = 1024 * 1024;

it('a ZIP holds files of more than 4 GB, which other programs read', { timeout: 600_000 }, async () => {
  const zeros = Buffer.alloc(MIB);
  async function* content() {
    for (let n = 0; n < 4100; n++) yield zeros;
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'large.txt', date: '2026-11-30', content: content() };
    yield { name: 'small.txt', date: '2026-11-30', content: Buffer.from('small') };
  }
  const folder = await newDataFolder('proffer-zip-');
  try {
    const file = join(folder, 'large.zip');
    await pipeline(createZip(entries()), createWriteStream(file));
    const { stdout } = await promisify(execFile)('unzip', ['-lv', file]).catch((error) => {
      assert.notEqual(error.code, 'ENOENT', 'unzip is missing: run "apt-get install unzip"');
      throw error;
    });
    assert.match(stdout, new RegExp(`^\\s*${4100 * MIB}\\s.*large\\.txt$`, 'm'));
    await promisify(execFile)('unzip', ['-tqq', file]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
