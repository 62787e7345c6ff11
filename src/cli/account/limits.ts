import { readLimitUses, setLimits } from '../../actions/account/limits/account-limits.ts';
import {
  type AccountLimits,
  LIMIT_NAMES,
  type LimitName,
  type LimitUses,
} from '../../domain/account/limits/account-limits.ts';
import { parseLimit } from '../../domain/account/limits/parse-limit.ts';
import { type Input, UsageError } from '../command.ts';
import { findNearest } from '../terminal/nearest.ts';
import { formatTable, printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

export async function run({ args, flag }: Input): Promise<void> {
  const [accountId = '', ...words] = args;
  const change = readLimits(words);
  await withDatabase(async (db) => {
    const { id } = await requireAccount(db.read, accountId);
    if (words.length > 0) await setLimits({ db }, id, change, null, Date.now());
    const uses = await readLimitUses({ db, clock: Date.now }, id);
    if (flag('json')) printJson({ accountId: id, limits: uses });
    else process.stdout.write(formatTable(['LIMIT', 'VALUE', 'USED'], LIMIT_NAMES.map(toCells(uses))));
  });
}

function readLimits(words: readonly string[]): Partial<AccountLimits> {
  const change: Partial<AccountLimits> = {};
  for (const word of words) {
    const [name = '', value] = word.split(/=(.*)/s);
    if (value === undefined) throw new UsageError(`"${word}" is not limit=value, such as quotes=1000`);
    if (!isLimitName(name)) {
      const guess = findNearest(name, LIMIT_NAMES);
      throw new UsageError(`there is no limit "${name}"${guess ? ` (did you mean "${guess}"?)` : ''}`);
    }
    if (name in change) throw new UsageError(`"${name}" is given twice`);
    const limit = parseLimit(name, value);
    if (limit === undefined) throw new UsageError(`${name} must be ${EXPECTED[name]}, or none`);
    change[name] = limit;
  }
  return change;
}

const EXPECTED: Record<LimitName, string> = {
  quotes: 'a whole number',
  storage: 'a number of bytes such as 500MB',
  people: 'a whole number of at least 1',
  requests: 'a whole number of at least 1',
};

function isLimitName(name: string): name is LimitName {
  return LIMIT_NAMES.some((known) => known === name);
}

function toCells(uses: LimitUses): (name: LimitName) => string[] {
  return (name) => {
    const use: { limit?: number; used?: number } = uses[name] ?? {};
    return [name, String(use.limit ?? 'none'), String(use.used ?? '–')];
  };
}
