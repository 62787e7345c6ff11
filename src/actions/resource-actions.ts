import type { Deps } from '../app/deps.ts';
import { computeUpdatedAt } from '../domain/clock.ts';
import { isId, type newId } from '../domain/ids.ts';
import { areFiguresEqual, type ItemCosts } from '../domain/quote/cost/item-costs.ts';
import type { Sql } from '../store/database.ts';
import { deleteItemFigures, findItemCosts, storeItemFigures } from '../store/tables/quote/item-costs.ts';
import { newRealId } from './account/account-time.ts';
import { expectFound } from './expect-found.ts';
import type { ExpectVersion } from './expect-version.ts';
import { type Keep, keepNothing } from './repeat.ts';

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
  /** Costs that are kept outside of the resource. */
  costs: {
    /** Whether the input or the patch can change them. */
    isSet(input: Input | Patch): boolean;
    compose(
      input: Input | Patch,
      before: { stored: Resource | undefined; costs: ItemCosts },
      id: string,
    ): ItemCosts;
  };
}

/** Creates the actions that all such resources share. */
export function createResourceActions<
  Row,
  Resource extends { createdAt: string; updatedAt: string },
  Input,
  Patch,
>(type: ResourceType<Row, Resource, Input, Patch>) {
  async function load(tx: Sql, accountId: string, id: string, expectVersion: ExpectVersion) {
    const found = expectFound(await type.load(tx, accountId, id), type.noun);
    expectVersion(found.version);
    return found;
  }

  /** Returns whether the costs differ from before. */
  async function storeCosts(
    tx: Sql,
    accountId: string,
    input: Input | Patch,
    before: { stored: Resource | undefined; costs: ItemCosts },
    id: string,
  ): Promise<boolean> {
    if (!type.costs.isSet(input)) return false;
    const figures = { costs: type.costs.compose(input, before, id), listPrices: {} };
    if (areFiguresEqual(figures, { costs: before.costs, listPrices: {} })) return false;
    await storeItemFigures(tx, accountId, id, figures);
    return true;
  }

  return {
    async read({ db }: Store, accountId: string, id: string): Promise<Row> {
      const row = isId(type.idPrefix, id) ? await type.findRow(db.read, accountId, id) : undefined;
      return expectFound(row, type.noun);
    },

    create(
      { db }: Store,
      accountId: string,
      input: Input,
      now: number,
      keep: Keep<Resource> = keepNothing,
    ): Promise<Resource> {
      const create = async (tx: Sql) => {
        const at = { id: newRealId(tx, type.idPrefix, now), now };
        const resource = await type.compose(tx, accountId, input, at);
        await type.insert(tx, accountId, resource);
        await storeCosts(tx, accountId, input, { stored: undefined, costs: {} }, at.id);
        return keep(tx, resource);
      };
      return db.write(create, { account: accountId });
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
        const patched = await type.patch(tx, accountId, before.stored, patch, now);
        const costs = type.costs.isSet(patch) ? await findItemCosts(tx, accountId, id) : {};
        const isRecosted = await storeCosts(tx, accountId, patch, { stored: before.stored, costs }, id);
        if (patched === before.stored && !isRecosted) return before;
        const stored = { ...patched, updatedAt: computeUpdatedAt(before.stored, now) };
        await type.replace(tx, accountId, before.stored, stored);
        return { stored, version: before.version + 1 };
      };
      return db.write(change, { account: accountId });
    },

    remove({ db }: Store, accountId: string, id: string, expectVersion: ExpectVersion): Promise<void> {
      const remove = async (tx: Sql) => {
        await load(tx, accountId, id, expectVersion);
        await type.remove(tx, accountId, id);
        await deleteItemFigures(tx, accountId, id);
      };
      return db.write(remove, { account: accountId });
    },
  };
}
