import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
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
  /** Shapes of the rows (`domain/stored-shape.ts`). */
  shapes: { quotes: number; invoices: number };
  /** The first caller is that key. */
  callers: StoredCaller[];
  /** Pages by path, with the hash of their PDF, which 0.1.0 did not store. */
  pages: Record<string, { status: number; title: string; pdf?: string }>;
  repeatable: StoredRequest[];
}

/** Opens a page without being recorded as a view. */
export const SCANNER = { headers: { 'User-Agent': 'a scanner, not a person' } };

const FOLDER = join(import.meta.dirname, '../../fixtures/stored');

/** The released versions that have a stored database. */
export const STORED_VERSIONS = readdirSync(FOLDER).sort();

export async function readStored(version: string, engine: Engine): Promise<StoredDatabase> {
  const stored = JSON.parse(await readFile(join(FOLDER, version, `${engine}.json`), 'utf8'));
  return version === '0.1.0' ? fromFirstVersion(stored) : stored;
}

type FirstStored = Pick<StoredDatabase, 'secret' | 'now' | 'key' | 'draft' | 'pages'> & {
  replies: StoredCaller['replies'];
  replay: Omit<StoredRequest, 'method' | 'path'>;
};

function fromFirstVersion({ replies, replay, ...stored }: FirstStored): StoredDatabase {
  return {
    ...stored,
    shapes: { quotes: 0, invoices: 0 },
    callers: [{ headers: { Authorization: `Bearer ${stored.key}` }, replies }],
    repeatable: [{ method: 'POST', path: '/quotes', ...replay }],
  };
}

/** Restores a stored database where a service is about to start. */
export function restored(version: string, engine: Engine): NonNullable<TestServiceOptions['prepare']> {
  return async ({ dataDir, env }) => {
    const data = gunzipSync(await readFile(join(FOLDER, version, `${engine}.gz`)));
    if (engine === 'sqlite') return writeFile(join(dataDir, 'proffer.db'), data);
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    try {
      await client.query(data.toString());
    } finally {
      await client.end();
    }
  };
}

/** Masks the parts that differ in every response: the URL of the service and the sealed URL of a PDF. */
export function masked(text: string, url: string): string {
  return text.replaceAll(url, '').replaceAll(/\/pdf\/[\w-]+/g, '/pdf/…');
}
