import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { Engine, TestServiceOptions } from '../service/service.ts';

/** Content that users saw when the database was stored (`scripts/store-database.ts`). */
export interface StoredDatabase {
  secret: string;
  now: number;
  key: string;
  draft: string;
  /** Responses by path. */
  replies: Record<string, { status: number; etag: string | null; text: string }>;
  pages: Record<string, { status: number; title: string }>;
  replay: { headers: Record<string, string>; body: object; status: number; text: string };
}

/** Opens a page without being recorded as a view. */
export const SCANNER = { headers: { 'User-Agent': 'a scanner, not a person' } };

const FOLDER = join(import.meta.dirname, '../../fixtures/stored');

export async function readStored(version: string, engine: Engine): Promise<StoredDatabase> {
  return JSON.parse(await readFile(join(FOLDER, version, `${engine}.json`), 'utf8'));
}

/** Restores a stored database where a service is about to start. */
export function restored(version: string, engine: Engine): TestServiceOptions['prepare'] {
  return async ({ dataDir, env }) => {
    const data = gunzipSync(await readFile(join(FOLDER, version, `${engine}.gz`)));
    if (engine === 'sqlite') return writeFile(join(dataDir, 'proffer.db'), data);
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    await client.query(data.toString());
    await client.end();
  };
}

/** Masks the parts that differ in every response: the URL of the service and the sealed URL of a PDF. */
export function masked(text: string, url: string): string {
  return text.replaceAll(url, '').replaceAll(/\/pdf\/[\w-]+/g, '/pdf/…');
}
