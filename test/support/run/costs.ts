import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { after, before } from 'node:test';

const COSTS = process.env.TEST_COSTS;
const TICKS_PER_SECOND = 100;

/**
 * Inside the suite of a file, with `TEST_COSTS=costs.tsv`: records the processor seconds of this process and its
 * children, and the duration. Works on Linux; PostgreSQL is not counted.
 */
export function recordCosts(file: string): void {
  if (!COSTS) return;
  let busy = 0;
  let begun = 0;
  before(() => {
    busy = busySeconds();
    begun = performance.now();
  });
  after(() => {
    const seconds = [busySeconds() - busy, (performance.now() - begun) / 1000];
    appendFileSync(COSTS, `${seconds.map((n) => n.toFixed(1)).join('\t')}\t${file}\n`);
  });
}

/** Returns the time of this process with all threads and of all its descendants, including those that ended. */
function busySeconds(): number {
  const stats = readdirSync('/proc').filter(Number).flatMap(statOf);
  const children = Map.groupBy(stats, ({ parent }) => parent);
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + child.ticks + sum(child.pid), 0);
  const own = stats.find(({ pid }) => pid === process.pid);
  return ((own?.ticks ?? 0) + sum(process.pid)) / TICKS_PER_SECOND;
}

function statOf(name: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The fields follow the program name, which may contain anything: state, parent …, and four times in ticks.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((total, each) => total + each, 0);
    return [{ pid: Number(name), parent: fields[1] ?? 0, ticks }];
  } catch {
    // The process has ended in the meantime.
    return [];
  }
}
