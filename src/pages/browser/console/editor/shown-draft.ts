import { batch, type Signal, signal } from '@preact/signals';
import { isCurrency } from '../../../../domain/money/currency.ts';
import type { Draft, Row } from '../../../console/editor/draft/draft.ts';

/** Exposes the draft and its parts as separate signals, so that typing updates only the edited line and the totals. */
export function createShownDraft(first: Draft) {
  const draft = signal(first);
  const head = signal(first);
  const stages = signal(first.stages);
  const currency = signal(first.currency);
  const rows = new Map<string, Signal<Row>>();
  const order = signal<readonly string[]>([]);

  function show(next: Draft): void {
    batch(() => {
      for (const row of next.rows) {
        const own = rows.get(row.key);
        if (own) own.value = row;
        else rows.set(row.key, signal(row));
      }
      const keys = next.rows.map(({ key }) => key);
      if (!isSameOrder(keys, order.value)) order.value = keys;
      if (isHeadChanged(head.value, next)) head.value = next;
      stages.value = next.stages;
      // Totals keep the last valid currency while a new one is being typed.
      if (isCurrency(next.currency)) currency.value = next.currency;
      draft.value = next;
    });
  }

  show(first);
  return { draft, head, stages, currency, order, findRow: (key: string) => rows.get(key), show };
}

function isSameOrder(keys: readonly string[], before: readonly string[]): boolean {
  return keys.length === before.length && keys.every((key, at) => key === before[at]);
}

function isHeadChanged({ rows: _rows, stages: _stages, ...before }: Draft, after: Draft): boolean {
  return (Object.keys(before) as (keyof typeof before)[]).some((field) => before[field] !== after[field]);
}
