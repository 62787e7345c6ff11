import { createHash } from 'node:crypto';
import type { Table } from '../catalog.ts';
import type { Database, Snapshot, Sql } from '../database.ts';
import { copyRows, MOVE_MARK, MoveError, type MoveProgress } from '../move-data.ts';
import { noteJoined } from '../tables/account/accounts.ts';
import { type Row, readAccountRows } from '../tables/account/read-account-rows.ts';
import { deleteSetting, findSetting, putSetting } from '../tables/settings.ts';
import { hashRows } from './hash-rows.ts';
import { findMovedTables, type MovedTables, UNIQUE_AMONG_ACCOUNTS } from './moved-tables.ts';
import { copyPeople, findPeopleConflicts, type MovedPerson, planPeople } from './people.ts';

/** What of a row depends on the installation: its secret, its people. */
export interface RowConverter {
  /** Returns the row for the target. */
  convert(table: string, row: Row): Row;
  /** Returns a row of either side in the form in which both are equal. */
  compare(table: string, row: Row, side: 'source' | 'target'): Row;
  /** Names what of the row the target will not be able to open. */
  listUnopened(table: string, row: Row): string[];
  /** Tables with sealed values. */
  sealedTables: ReadonlySet<string>;
  /** Whether both have the same secret, by which recovery codes are hashed. */
  keepsCodes: boolean;
}

export interface AccountMove {
  from: Database;
  to: Database;
  accountId: string;
  createConverter(people: readonly MovedPerson[]): RowConverter;
  /** Ends the use of the account at the source, by all processes. */
  closeSource(): Promise<void>;
  reopenSource(): Promise<void>;
  onProgress?: (progress: MoveProgress) => void;
}

export interface MovePlan {
  people: MovedPerson[];
  counts: Record<string, number>;
  rows: number;
  /** How many values the target will not be able to open, by what they are. */
  unopened: Record<string, number>;
  /** Open links of customers that will not work any more, as the target has another secret. */
  lostLinks: number;
}

/** What a move begins with. */
interface Begun extends AccountMove {
  snapshot: Snapshot;
  tables: MovedTables;
  converter: RowConverter;
  plan: MovePlan;
  done: Record<MoveProgress['step'], number>;
}

/** Returns what would be moved, or throws what is in the way, and writes nothing. */
export function planAccountMove(move: AccountMove): Promise<MovePlan> {
  return withPlan(move, async ({ plan }) => plan);
}

/**
 * Copies an account into a database that has others, and compares every row afterwards. The source is closed before its
 * snapshot: what a process writes there is in the snapshot or rejected, whatever runs. The target is marked until the end, so
 * that no service starts on it, and a move that was interrupted is resumed by repeating it.
 */
export async function moveAccount(move: AccountMove): Promise<MovePlan> {
  // What is in the way is found while the account is still open.
  await planAccountMove(move);
  await move.closeSource();
  const progress = { isVerified: false };
  try {
    return await withPlan(move, (begun) => copyAccount(move, begun, progress));
  } catch (error) {
    if (!progress.isVerified) await move.reopenSource().catch(() => {});
    throw error;
  }
}

async function copyAccount(
  { from, to, accountId }: AccountMove,
  begun: Begun,
  progress: { isVerified: boolean },
): Promise<MovePlan> {
  const mark = await describeMove(from, accountId);
  progress.isVerified = (await findSetting(from.read, getMovedSetting(accountId))) === mark;
  if (!progress.isVerified) {
    await to.write((tx) => putSetting(tx, MOVE_MARK, mark));
    await copyAll(begun);
    await verifyAll(begun);
    // From here on the target has the account, and the source stays closed.
    progress.isVerified = true;
    await from.write((tx) => putSetting(tx, getMovedSetting(accountId), mark));
  }
  await to.write(async (tx) => {
    await noteJoined(tx, accountId);
    // It may be moved away again.
    await deleteSetting(tx, getMovedSetting(accountId));
    await deleteSetting(tx, MOVE_MARK);
  });
  return begun.plan;
}

/** Setting of the source that says that an account was moved. */
export function getMovedSetting(accountId: string): string {
  return `moved ${accountId}`;
}

/** Names the move, so that only the same one is resumed. */
export async function describeMove(from: Database, accountId: string): Promise<string> {
  const secret = await findSetting(from.read, 'secret');
  if (secret === undefined) throw new MoveError('The source was never started: there is nothing to move');
  return `${accountId} ${createHash('sha256').update(secret).digest('hex')}`;
}

async function withPlan<T>(move: AccountMove, work: (begun: Begun) => Promise<T>): Promise<T> {
  const { from, to, accountId } = move;
  const tables = await findMovedTables(from, to);
  const snapshot = await from.openSnapshot();
  try {
    await expectMovable(move, snapshot.sql);
    const people = await planPeople(snapshot.sql, to.read, accountId);
    const converter = move.createConverter(people);
    const conflicts = [
      ...(await findPeopleConflicts(snapshot.sql, to.read, people)),
      ...(await findConflicts(snapshot.sql, to.read, move, tables, converter)),
    ];
    if (conflicts.length > 0) {
      throw new MoveError(`Nothing was moved, because the target has already:\n- ${conflicts.join('\n- ')}`);
    }
    const counts = await countRows(snapshot.sql, tables, accountId);
    const rows = Object.values(counts).reduce((sum, n) => sum + n, 0);
    const losses = await findLosses(snapshot.sql, move, tables, converter);
    const plan = { people, counts, rows, ...losses };
    return await work({ ...move, snapshot, tables, converter, plan, done: { copy: 0, verify: 0 } });
  } finally {
    await snapshot.close();
  }
}

async function expectMovable({ from, to, accountId }: AccountMove, source: Sql): Promise<void> {
  if (!(await source.get('SELECT 1 FROM accounts WHERE id = ?', accountId))) {
    throw new MoveError(`The source has no account ${accountId}. See: proffer accounts list`);
  }
  if ((await findSetting(to.read, 'secret')) === undefined) {
    throw new MoveError('The target was never started: start the service on it once, and stop it');
  }
  if (await findSetting(from.read, MOVE_MARK)) {
    throw new MoveError('The source is itself the target of an unfinished move');
  }
  const mark = await findSetting(to.read, MOVE_MARK);
  if (mark === (await describeMove(from, accountId))) return;
  if (mark !== undefined)
    throw new MoveError('Another move into the target has not ended: repeat that one first');
  const hasAccount = (await to.read.get('SELECT 1 FROM accounts WHERE id = ?', accountId)) !== undefined;
  if (await findSetting(source, getMovedSetting(accountId))) {
    const where = hasAccount ? 'into the target' : 'away from the source';
    throw new MoveError(`The account ${accountId} was moved ${where} already`);
  }
  if (hasAccount) throw new MoveError(`The target has an account ${accountId} already`);
}

async function findConflicts(
  source: Sql,
  target: Sql,
  { accountId }: AccountMove,
  { own }: MovedTables,
  { convert }: RowConverter,
): Promise<string[]> {
  const conflicts: string[] = [];
  for (const { table, column, what } of UNIQUE_AMONG_ACCOUNTS) {
    const found = own.find(({ name }) => name === table);
    if (!found) continue;
    for await (const rows of readAccountRows(source, accountId, found)) {
      const ids = new Map(rows.map((row) => [String(convert(table, row)[column]), String(row.id)]));
      const isTaken = target.isAmong(column, [...ids.keys()]);
      const taken = await target.all<Row>(
        `SELECT ${column} FROM ${table} WHERE ${isTaken.sql} AND account_id <> ?`,
        ...[...isTaken.values, accountId],
      );
      for (const row of taken) conflicts.push(`${what}: ${ids.get(String(row[column]))}`);
    }
  }
  return conflicts;
}

/** Counts what will not work in the target as it did in the source. */
async function findLosses(
  source: Sql,
  { accountId }: AccountMove,
  { own }: MovedTables,
  { convert, sealedTables, listUnopened }: RowConverter,
): Promise<Pick<MovePlan, 'unopened' | 'lostLinks'>> {
  const unopened: Record<string, number> = {};
  let lostLinks = 0;
  for (const table of own) {
    if (table.name !== 'links' && !sealedTables.has(table.name)) continue;
    for await (const rows of readAccountRows(source, accountId, table)) {
      for (const row of rows) {
        for (const field of listUnopened(table.name, row)) unopened[field] = (unopened[field] ?? 0) + 1;
        const isOpen = table.name === 'links' && row.revoked_at === null;
        if (isOpen && convert(table.name, row).token_hash !== row.token_hash) lostLinks += 1;
      }
    }
  }
  return { unopened, lostLinks };
}

async function countRows(
  source: Sql,
  { own }: MovedTables,
  accountId: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of own) {
    const row = await source.get<{ n: number }>(
      `SELECT count(*) AS n FROM ${name} WHERE ${name === 'accounts' ? 'id' : 'account_id'} = ?`,
      accountId,
    );
    if (row && row.n > 0) counts[name] = row.n;
  }
  return counts;
}

async function copyAll(begun: Begun): Promise<void> {
  const { to, snapshot, accountId, tables, converter, plan } = begun;
  const { sql } = snapshot;
  await to.write((tx) => copyPeople(sql, tx, tables.all, plan.people, converter));
  await copyPublicKeys(sql, to);
  for (const table of tables.own) {
    for await (const rows of readAccountRows(sql, accountId, table)) {
      const converted = rows.map((row) => converter.convert(table.name, row));
      await to.write((tx) => copyRows(tx, table, converted), { account: accountId });
      if (table.name === 'accounts') await to.write((tx) => replaceAccountRow(tx, converted[0]));
      report(begun, 'copy', table, rows.length);
    }
  }
}

/** An earlier attempt that failed has closed and reopened the source, which changes the row. */
async function replaceAccountRow(tx: Sql, row: Row | undefined): Promise<void> {
  const { id = null, version = null, doc = null } = row ?? {};
  await tx.run('UPDATE accounts SET version = ?, doc = ? WHERE id = ?', ...[version, doc, id]);
}

/** The signatures of decisions can be checked where their keys are published. Only the source can sign with them. */
async function copyPublicKeys(source: Sql, to: Database): Promise<void> {
  const keys = await source.all<{ kid: string; created_at: number; public_key: string }>(
    'SELECT kid, created_at, public_key FROM signing_keys ORDER BY kid',
  );
  await to.write(async (tx) => {
    for (const { kid, created_at: createdAt, public_key: publicKey } of keys) {
      await tx.run(
        'INSERT INTO signing_keys (kid, created_at, public_key) VALUES (?, ?, ?) ON CONFLICT (kid) DO NOTHING',
        ...[kid, createdAt, publicKey],
      );
    }
  });
}

/** Compares number and content of the rows of each table. */
async function verifyAll(begun: Begun): Promise<void> {
  const { snapshot, to, accountId, tables, converter } = begun;
  for (const table of tables.own) {
    const compare = (side: 'source' | 'target') => (row: Row) => converter.compare(table.name, row, side);
    const count = (n: number) => report(begun, 'verify', table, n);
    const source = await hashRows(readAccountRows(snapshot.sql, accountId, table), compare('source'), count);
    const target = await hashRows(readAccountRows(to.read, accountId, table), compare('target'), () => {});
    if (source.rows === target.rows && source.sha256 === target.sha256) continue;
    throw new MoveError(
      `${table.name} is not the same in both databases (${source.rows} and ${target.rows} rows). Was a service running ` +
        'in the meantime, or was the move begun earlier? Stop both, take it back with --undo, and move again',
    );
  }
}

function report(
  { onProgress, plan, done }: Begun,
  step: MoveProgress['step'],
  table: Table,
  rows: number,
): void {
  done[step] += rows;
  onProgress?.({ step, table: table.name, done: done[step], total: plan.rows });
}
