import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const MICROSECONDS_PER_TICK = 10_000;

export interface CpuMeter {
  /** Used so far, by all threads. */
  microseconds(): number;
}

export function cpuMeter(pid: number): CpuMeter {
  return {
    microseconds() {
      const [, , user = 0, system = 0] = statOf(pid);
      return (user + system) * MICROSECONDS_PER_TICK;
    },
  };
}

/** Of a server on this machine, with all of its processes, those that have ended included. */
export async function postgresCpuMeter(url: string): Promise<CpuMeter> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const [, postmaster = 0] = statOf(rows[0].pid);
  await client.end();
  return {
    microseconds() {
      const processes = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number);
      const [, , ...own] = statOf(postmaster);
      const children = processes
        .map(statOf)
        .filter(([, parent]) => parent === postmaster)
        .map(([, , user = 0, system = 0]) => user + system);
      return [...own, ...children].reduce((sum, ticks) => sum + ticks, 0) * MICROSECONDS_PER_TICK;
    },
  };
}

/** Identifier, parent, ticks in its own code and in the system's, and those of children that have ended. */
function statOf(pid: number): number[] {
  try {
    const [, parent, ...ticks] =
      /\) \S (\d+) (?:\S+ ){9}(\d+) (\d+) (\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return [pid, Number(parent), ...ticks.map(Number)];
  } catch {
    return [];
  }
}
