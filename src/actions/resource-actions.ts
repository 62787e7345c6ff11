import type { Deps } from '../deps.ts';
import { isId, newId } from '../domain/ids.ts';
import type { Sql } from '../store/database.ts';
import type { StoredResponse } from '../store/tables/idempotency.ts';
import { toRealTime } from './account/account-time.ts';
import { expectFound } from './expect-found.ts';
import type { ExpectVersion } from './expect-version.ts';
import { once, type ResponseOptions } from './idempotency/once.ts';

type Store = Pick<Deps, 'db'>;

interface Versioned<Resource> {
  stored: Resource;
  version: number;
}

/** Storage and rules of a resource whose id the service generates. */
interface ResourceType<Row, Resource, Input, Patch> {
  /** Name of the resource in error messages. */
  noun: string;
  idPrefix: Parameters<typeof newId>[0];
  findRow(sql: Sql, accountId: string, id: string): Promise<Row | undefined>;
  /** Locks the resource until the end of the transaction. */
  load(tx: Sql, accountId: string, id: string): Promise<Versioned<Resource> | undefined>;
  compose(tx: Sql, accountId: string, input: Input, at: { id: string; now: number }): Promise<Resource>;
  /** Returns `before` itself if the patch has no effect. */
  patch(tx: Sql, accountId: string, before: Resource, patch: Patch, now: number): Promise<Resource>;
  insert(tx: Sql, accountId: string, resource: Resource): Promise<void>;
  replace(tx: Sql, accountId: string, before: Resource, after: Resource): Promise<void>;
  remove(tx: Sql, accountId: string, id: string): Promise<void>;
}

/** Creates the actions that all such resources share. */
export function createResourceActions<Row, Resource, Input, Patch>(
  type: ResourceType<Row, Resource, Input, Patch>,
) {
  async function load(tx: Sql, accountId: string, id: string, expectVersion: ExpectVersion) {
    const found = expectFound(await type.load(tx, accountId, id), type.noun);
    expectVersion(found.version);
    return found;
  }

  return {
    async read({ db }: Store, accountId: string, id: string): Promise<Row> {
      const row = isId(type.idPrefix, id) ? await type.findRow(db.read, accountId, id) : undefined;
      return expectFound(row, type.noun);
    },

    create<Response extends StoredResponse>(
      { db }: Store,
      accountId: string,
      input: Input,
      { repeatable, respond, now }: ResponseOptions<Resource, Response>,
    ): Promise<Response> {
      const create = async (tx: Sql) => {
        const at = { id: newId(type.idPrefix, toRealTime(tx, now)), now };
        const resource = await type.compose(tx, accountId, input, at);
        await type.insert(tx, accountId, resource);
        return respond(resource);
      };
      return db.write((tx) => once(tx, repeatable, () => create(tx)), { account: accountId });
    },

    /** A patch without an effect leaves the version unchanged. */
    change(
      { db }: Store,
      accountId: string,
      { id, patch, expectVersion }: { id: string; patch: Patch; expectVersion: ExpectVersion },
      now: number,
    ): Promise<Versioned<Resource>> {
      const change = async (tx: Sql) => {
        const before = await load(tx, accountId, id, expectVersion);
        const stored = await type.patch(tx, accountId, before.stored, patch, now);
        if (stored === before.stored) return before;
        await type.replace(tx, accountId, before.stored, stored);
        return { stored, version: before.version + 1 };
      };
      return db.write(change, { account: accountId });
    },

    remove({ db }: Store, accountId: string, id: string, expectVersion: ExpectVersion): Promise<void> {
      const remove = async (tx: Sql) => {
        await load(tx, accountId, id, expectVersion);
        await type.remove(tx, accountId, id);
      };
      return db.write(remove, { account: accountId });
    },
  };
}
