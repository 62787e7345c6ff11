import { isAcknowledged, KINDS, type Kind, mayHaveApplied, type Operation } from './check/history.ts';
import { WINDOW_MS } from './check/mails.ts';
import type { Faults } from './faults/faults.ts';
import type { ChaosResult } from './run-chaos.ts';

const MAX_SHOWN = 40;

/** Formats the history in numbers, and the verdict. */
export function formatReport({
  history,
  faults,
  states,
  replays,
  mails,
  webhooks,
  acts,
}: ChaosResult): string {
  const { operations, violations, unavailable, reads } = history;
  const rows = KINDS.map((kind) => findRow(kind, operations));
  const quotes = states.reduce((sum, state) => sum + state.quotes.size, 0);
  const invoices = states.reduce((sum, state) => sum + state.invoices.size, 0);
  return [
    '                    total  acknowledged   errors      unknown  attempts',
    ...rows.map(([kind, ...cells]) => `  ${kind?.padEnd(15)}${cells.map(pad).join('')}`),
    '',
    `  faults      ${faults.kills} × SIGKILL (${faults.killsDuringEmail} of them during an email, ${faults.killsDuringErasure} during an erasure)`,
    ...(faults.databaseRestarts > 0 ? databaseFaults(faults) : []),
    `  503         ${unavailable.count} responses, the slowest after ${Math.round(unavailable.slowestMs)} ms (without operations that render PDFs)`,
    `  reads       ${reads} during the load, none older than an acknowledged write`,
    `  keys        ${replays} repeated at the end, each with its original response`,
    `  in the end  ${quotes} quotes, ${invoices} invoices and credit notes in ${states.length} accounts`,
    `  mails       ${mails.received} accepted by the mail server, ${mails.outbox} of the outbox; ${mails.ambiguous} within ${WINDOW_MS / 1000} s of the end of their sender, ${mails.repeated} of these sent again`,
    `  acts        ${Object.entries(acts)
      .map(([name, n]) => `${n} ${name}`)
      .join(', ')}`,
    `  webhooks    ${webhooks} requests received, with every committed event and no other`,
    '',
    violations.length === 0
      ? 'VERDICT: passed. No acknowledged write was lost, changed or duplicated.'
      : `VERDICT: FAILED, ${violations.length} violations:\n${shown(violations)}`,
  ].join('\n');
}

function databaseFaults({ databaseRestarts, backends, lostResponses, recoveryMs }: Faults): string[] {
  return [
    `  database    ${databaseRestarts} × PostgreSQL immediate, ${backends} backends terminated, ${lostResponses} responses to COMMIT lost`,
    `  recovery    ${Math.round(recoveryMs)} ms after PostgreSQL was back`,
  ];
}

function findRow(kind: Kind, operations: readonly Operation[]): (string | undefined)[] {
  const own = operations.filter((operation) => operation.kind === kind);
  const acknowledged = own.filter(isAcknowledged).length;
  const unknown = own.filter(mayHaveApplied).length;
  const attempts = own.reduce((sum, operation) => sum + operation.attempts, 0);
  return [
    kind,
    ...[own.length, acknowledged, own.length - acknowledged - unknown, unknown, attempts].map(String),
  ];
}

function pad(cell: string | undefined, column: number): string {
  return (cell ?? '').padStart([8, 14, 9, 13, 10][column] ?? 0);
}

/** Slow responses come last: a busy machine causes many. */
function shown(violations: readonly string[]): string {
  const isSlow = (violation: string) => / 503 only after \d+ ms$/.test(violation);
  const sorted = violations.toSorted((a, b) => Number(isSlow(a)) - Number(isSlow(b)));
  const lines = sorted.slice(0, MAX_SHOWN).map((violation) => `  - ${violation}`);
  if (violations.length > MAX_SHOWN) lines.push(`  … and ${violations.length - MAX_SHOWN} more`);
  return lines.join('\n');
}
