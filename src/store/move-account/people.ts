import type { Table } from '../catalog.ts';
import type { Sql } from '../database.ts';
import type { Row } from '../tables/account/read-account-rows.ts';

/** A person of the account, and who that is in the target. */
export interface MovedPerson {
  id: string;
  email: string;
  /** Whom the target knows by this address, who keeps password and second factor; `undefined` for nobody. */
  knownAs: string | undefined;
}

/** What belongs to a person and comes along with a new one. Recovery codes need the same secret. */
const OWNED = ['passkeys', 'identities', 'recovery_codes'];

export async function planPeople(from: Sql, to: Sql, accountId: string): Promise<MovedPerson[]> {
  const people = await from.all<{ id: string; email: string }>(
    `SELECT users.id, users.email FROM memberships JOIN users ON users.id = user_id
     WHERE account_id = ? ORDER BY users.id`,
    accountId,
  );
  const planned: MovedPerson[] = [];
  for (const person of people) {
    const known = await to.get<{ id: string }>('SELECT id FROM users WHERE email = ?', person.email);
    planned.push({ ...person, knownAs: known?.id });
  }
  return planned;
}

/** Describes what of new people the target has already, for somebody else. */
export async function findPeopleConflicts(
  from: Sql,
  to: Sql,
  people: readonly MovedPerson[],
): Promise<string[]> {
  const conflicts: string[] = [];
  for (const { id, email, knownAs } of people) {
    if (knownAs !== undefined) continue;
    const other = await to.get<{ email: string }>('SELECT email FROM users WHERE id = ?', id);
    if (other) conflicts.push(`${email} has the identifier that ${other.email} has in the target`);
    const passkeys = await from.all<{ id: string }>('SELECT id FROM passkeys WHERE user_id = ?', id);
    for (const passkey of passkeys) {
      const taken = await to.get('SELECT 1 FROM passkeys WHERE id = ?', passkey.id);
      if (taken) conflicts.push(`a passkey of ${email} belongs to somebody else in the target`);
    }
    const identities = await from.all<{ issuer: string; subject: string }>(
      'SELECT issuer, subject FROM identities WHERE user_id = ?',
      id,
    );
    for (const { issuer, subject } of identities) {
      const taken = await to.get(
        'SELECT 1 FROM identities WHERE issuer = ? AND subject = ?',
        ...[issuer, subject],
      );
      if (taken)
        conflicts.push(`the sign-in of ${email} at ${issuer} belongs to somebody else in the target`);
    }
  }
  return conflicts;
}

/** Copies new people in one transaction. */
export async function copyPeople(
  from: Sql,
  tx: Sql,
  tables: readonly Table[],
  people: readonly MovedPerson[],
  { convert, keepsCodes }: { convert(table: string, row: Row): Row; keepsCodes: boolean },
): Promise<void> {
  for (const { id, knownAs } of people) {
    if (knownAs !== undefined) continue;
    for (const { name, columns, key } of tables) {
      if (name !== 'users' && !OWNED.includes(name)) continue;
      if (name === 'recovery_codes' && !keepsCodes) continue;
      const owner = name === 'users' ? 'id' : 'user_id';
      const rows = await from.all<Row>(`SELECT ${columns.join(', ')} FROM ${name} WHERE ${owner} = ?`, id);
      for (const row of rows) {
        const converted = convert(name, row);
        await tx.run(
          `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
           ON CONFLICT (${key.join(', ')}) DO NOTHING`,
          ...columns.map((column) => converted[column] ?? null),
        );
      }
    }
  }
}

/** Deletes the people that an unfinished move has brought, unless they belong to an account by now. */
export async function removePeople(
  tx: Sql,
  people: readonly Pick<MovedPerson, 'id' | 'email'>[],
): Promise<void> {
  for (const { id, email } of people) {
    const isMember = await tx.get('SELECT 1 FROM memberships WHERE user_id = ?', id);
    const isTheirs = await tx.get('SELECT 1 FROM users WHERE id = ? AND email = ?', ...[id, email]);
    if (isMember || !isTheirs) continue;
    for (const table of [...OWNED, 'sessions', 'wrong_codes']) {
      await tx.run(`DELETE FROM ${table} WHERE user_id = ?`, id);
    }
    await tx.run('DELETE FROM users WHERE id = ?', id);
  }
}
