import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { type StoredVersion, storeDatabase } from '../../../scripts/store-database/store.ts';
import type { Engine, TestServiceOptions } from '../service/service.ts';

export interface StoredReply {
  status: number;
  etag: string | null;
  text: string;
}

/** What a caller got, by path. Headers say who it is: a key, or the session of a person. */
export interface StoredCaller {
  headers: Record<string, string>;
  replies: Record<string, StoredReply>;
}

/** A request with an `Idempotency-Key`, and its response. */
interface StoredRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: object;
  status: number;
  text: string;
}

/** Content that users saw when the database was stored (`scripts/store-database.ts`). */
export interface StoredDatabase {
  secret: string;
  now: number;
  /** Key of the account `Stored GmbH`. */
  key: string;
  /** A quote that was never sent. */
  draft: string;
  /** The first caller is that key. */
  callers: StoredCaller[];
  /** Pages by path, with the hash of their PDF, unless they are gone. */
  pages: Record<string, { status: number; title: string; pdf?: string }>;
  repeatable: StoredRequest[];
}

/** Opens a page without being recorded as a view. */
export const SCANNER = { headers: { 'User-Agent': 'a scanner, not a person' } };

const FOLDER = join(import.meta.dirname, '../../fixtures/stored');

export const THIS_VERSION = 'this version';

/** The versions that have a stored database: the released ones, and this one. */
export const STORED_VERSIONS = [...(existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []), THIS_VERSION];

/**
 * The database of a released version, or of this one: it is stored anew, so that there is always one, and that what stores
 * them works.
 */
export async function readStored(version: string, engine: Engine): Promise<StoredVersion> {
  if (version === THIS_VERSION) return storeOnce(engine);
  const [data, seen] = await Promise.all([
    readFile(join(FOLDER, version, `${engine}.gz`)),
    readFile(join(FOLDER, version, `${engine}.json`), 'utf8'),
  ]);
  return { data: gunzipSync(data), seen: JSON.parse(seen) };
}

const stored = new Map<Engine, Promise<StoredVersion>>();

function storeOnce(engine: Engine): Promise<StoredVersion> {
  const known = stored.get(engine) ?? storeDatabase(engine);
  stored.set(engine, known);
  return known;
}

/** Restores a stored database where a service is about to start. */
export function restored(
  engine: Engine,
  data: StoredVersion['data'],
): NonNullable<TestServiceOptions['prepare']> {
  return async ({ dataDir, env }) => {
    if (engine === 'sqlite') return writeFile(join(dataDir, 'proffer.db'), data);
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    try {
      await client.query(Buffer.from(data).toString());
    } finally {
      await client.end();
    }
  };
}

/** Masks the parts that differ in every response: the URL of the service and the sealed URL of a PDF. */
export function masked(text: string, url: string): string {
  return text.replaceAll(url, '').replaceAll(/\/pdf\/[\w-]+/g, '/pdf/…');
}
