import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

export interface CpuMeter {
  /** CPU time of all threads so far. */
  microseconds(): number;
}

export function cpuMeter(pid: number): CpuMeter {
  return createMeter(() => [pid]);
}

/** Measures a PostgreSQL server on this machine with all its processes. */
export async function postgresCpuMeter(url: string): Promise<CpuMeter> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const postmaster = readParent(rows[0].pid) ?? 0;
  await client.end();
  return createMeter(() => {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    return [postmaster, ...processes.filter((pid) => readParent(pid) === postmaster)];
  });
}

/** Reads nanoseconds per thread. The last value of an ended thread stays in the sum. */
function createMeter(processes: () => number[]): CpuMeter {
  const seen = new Map<string, number>();
  return {
    microseconds() {
      for (const pid of processes()) {
        for (const thread of listThreads(pid))
          seen.set(thread, readNanoseconds(thread) ?? seen.get(thread) ?? 0);
      }
      return [...seen.values()].reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1000;
    },
  };
}

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
}

function readNanoseconds(thread: string): number | undefined {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return undefined;
  }
}

function readParent(pid: number): number | undefined {
  try {
    return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
