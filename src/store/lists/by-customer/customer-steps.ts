import type { Sql, SqlPart } from '../../database.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import {
  type CustomerWalk,
  endOfStep,
  examinedRows,
  type ListOrder,
  type ListWalk,
  passesAll,
  rowsAfter,
  type Stepper,
  startPace,
} from '../list-step.ts';

/** Sorted by the name of the customer, which quotes do not store: a new name needs no change of them. */
export const CUSTOMER_ORDER = {
  key: ['customer_name', 'customer_id', 'id'],
  columns: {
    customer_name:
      '(SELECT c.name_key FROM customers AS c WHERE c.account_id = q.account_id AND c.id = q.customer_id)',
  },
} satisfies Omit<ListOrder, 'isDescending'>;

interface NamedCustomer {
  id: string;
  name_key: string;
  /** Number of its quotes. */
  n: number;
}

const CUSTOMERS_AT_ONCE = 100;

/**
 * Steps through quotes by the names of their customers: a step examines all quotes of the next few customers, or the
 * next quotes of one that has many.
 */
export function createCustomerStepper(sql: Sql, walk: ListWalk, by: CustomerWalk): Stepper {
  const pace = startPace();
  const customers = createCustomerQueue(sql, walk, by);
  let afterId: string | undefined;
  return async (examine) => {
    const [first, ...others] = await customers.next();
    if (!first) return true;
    return pace.measure(async (size) => {
      // Quotes of several customers are sorted, so they are few.
      const most = Math.min(size, LIST_LIMITS.firstStep);
      if (Number(first.n) <= most && afterId === undefined) {
        const some = takeUpTo(most, [first, ...others]);
        customers.drop(some.length);
        const isLast = (await customers.next()).length === 0;
        const rows = some.reduce((sum, { n }) => sum + Number(n), 0);
        const matches = walk.conditions.length === 0 ? rows : undefined;
        await examine({ size: rows, isLast, examined: selectQuotes(sql, walk, some), matches });
        return isLast;
      }
      const own = walkCustomer(walk, first.id);
      const after = afterId === undefined ? undefined : [afterId];
      const end = await endOfStep(sql, own, after, size);
      afterId = end && String(end[0]);
      if (!end) customers.drop(1);
      const isLast = (await customers.next()).length === 0;
      const rows = rowsAfter(sql, own, after);
      const examined = examinedRows(own, rows, walk.conditions, size, ONE_CUSTOMER);
      await examine({
        size,
        isLast,
        examined,
        matches: end && walk.conditions.length === 0 ? size : undefined,
      });
      return isLast;
    });
  };
}

/** The quotes of one customer are in order already. */
const ONE_CUSTOMER = { ...CUSTOMER_ORDER, columns: { customer_name: `''` } };

function walkCustomer(walk: ListWalk, customerId: string): ListWalk {
  const isOfCustomer = { sql: 'q.customer_id = ?', values: [customerId] };
  return { ...walk, key: ['id'], range: [...walk.range, isOfCustomer] };
}

function selectQuotes(sql: Sql, walk: ListWalk, customers: readonly NamedCustomer[]): SqlPart {
  const { table, alias, index, range, from, to, conditions } = walk;
  const passes = passesAll(conditions);
  const ids = customers.map(({ id }) => id);
  const bounds = [from, to].filter((part) => part !== undefined);
  const within = [...range, sql.isAmong('q.customer_id', ids), ...bounds];
  return {
    sql: `(SELECT ${CUSTOMER_ORDER.columns.customer_name} AS customer_name, q.customer_id, q.id, ${passes.sql} AS passes
      FROM ${table} AS ${alias} ${index ? sql.indexedBy(index) : ''} WHERE ${within.map((part) => part.sql).join(' AND ')}) AS step`,
    values: [...passes.values, ...within.flatMap(({ values }) => values)],
  };
}

/** The first customers whose quotes together are at most so many, and at least the first one. */
function takeUpTo(size: number, customers: readonly NamedCustomer[]): NamedCustomer[] {
  let sum = 0;
  const end = customers.findIndex(({ n }) => {
    sum += Number(n);
    return sum > size;
  });
  return customers.slice(0, end < 0 ? customers.length : Math.max(1, end));
}

/** Customers with such quotes in the order of their names. */
function createCustomerQueue(sql: Sql, walk: ListWalk, by: CustomerWalk) {
  let waiting: NamedCustomer[] = [];
  let last: NamedCustomer | undefined;
  let isOver = false;
  return {
    /** The next customers, without removing them. */
    async next(): Promise<readonly NamedCustomer[]> {
      while (waiting.length === 0 && !isOver) {
        const rows = await listByName(sql, walk, by, last);
        isOver = rows.length < CUSTOMERS_AT_ONCE;
        last = rows.at(-1);
        waiting = rows.filter(({ n }) => Number(n) > 0);
      }
      return waiting;
    },
    drop(count: number): void {
      waiting = waiting.slice(count);
    },
  };
}

function listByName(
  sql: Sql,
  { isDescending }: ListWalk,
  { accountId, status }: CustomerWalk,
  last: NamedCustomer | undefined,
): Promise<NamedCustomer[]> {
  const [direction, beyond] = isDescending ? [' DESC', '<'] : ['', '>'];
  return sql.all<NamedCustomer>(
    `SELECT c.id, c.name_key, (
       SELECT coalesce(sum(k.n), 0) FROM quote_counts AS k
       WHERE k.account_id = c.account_id AND k.customer_id = c.id ${status === undefined ? '' : 'AND k.status = ?'}
     ) AS n FROM customers AS c
     WHERE c.account_id = ? ${last ? `AND (c.name_key, c.id) ${beyond} (?, ?)` : ''}
     ORDER BY c.name_key${direction}, c.id${direction} LIMIT ${CUSTOMERS_AT_ONCE}`,
    ...(status === undefined ? [] : [status]),
    ...[accountId, ...(last ? [last.name_key, last.id] : [])],
  );
}
