import type { FinalState } from './final-state.ts';
import { isAcknowledged, type Operation } from './history.ts';

/** Checks that numbers start at 1 without gaps or repeats; the number of a deleted quote stays used. */
export function* checkNumbers(state: FinalState, operations: readonly Operation[]): Generator<string> {
  const numbers = new Map([...state.quotes].map(([id, { quote }]) => [id, quote.number as string]));
  for (const { kind, quoteId = '', reply } of operations.filter(isAcknowledged)) {
    if (kind !== 'create') continue;
    const { number } = reply?.body ?? {};
    const there = numbers.get(quoteId);
    if (there !== undefined && there !== number) yield `${quoteId} was ${number} and is ${there}`;
    numbers.set(quoteId, number);
  }
  yield* checkConsecutive(`quotes of account ${state.account.name}`, [...numbers.values()]);
  const invoices = [...state.invoices.values()].map(({ invoice }) => invoice.number as string);
  yield* checkConsecutive(`invoices of account ${state.account.name}`, invoices);
}

function* checkConsecutive(what: string, numbers: readonly string[]): Generator<string> {
  const byYear = Map.groupBy(numbers, (number) => number.slice(0, number.lastIndexOf('-')));
  for (const [year, own] of byYear) {
    const found = own.map((number) => Number(number.slice(year.length + 1))).sort((a, b) => a - b);
    const wrong = found.findIndex((number, index) => number !== index + 1);
    if (wrong >= 0)
      yield `${what}: ${year}-${wrong + 1} is missing or ${year}-${found[wrong]} is there twice`;
  }
}
