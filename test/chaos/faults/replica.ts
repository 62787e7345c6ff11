import { setTimeout as delay } from 'node:timers/promises';
import { type SpawnedService, spawnTestService } from '../../support/service/spawn-service.ts';

/** The lifetime of a process, from its start to its end. */
export interface Life {
  name: string;
  killedAt?: number;
}

export interface Replica {
  /** `undefined` while the process is down. */
  readonly url: string | undefined;
  readonly lives: Life[];
  /** Violations: each time that the process ended although nobody asked it to, with the end of its output. */
  readonly unaskedExits: readonly string[];
  start(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

const MAX_STARTS = 20;
/** Characters of the output that are shown after an unasked exit. */
const SHOWN_OUTPUT = 4000;

export function createReplica(name: string, environment: (name: string) => Record<string, string>): Replica {
  const lives: Life[] = [];
  const unaskedExits: string[] = [];
  let running: SpawnedService | undefined;

  /** Restarts until the process is up, as a supervisor does. */
  async function spawnUntilUp(life: string): Promise<SpawnedService> {
    for (let starts = 1; ; starts++) {
      try {
        return await spawnTestService(environment(life), { documents: 'blank' });
      } catch (error) {
        if (starts === MAX_STARTS) throw error;
        await delay(200);
      }
    }
  }

  function watch(service: SpawnedService, life: Life): void {
    const { process, output } = service;
    process.once('exit', (code, signal) => {
      if (running !== service) return;
      running = undefined;
      life.killedAt = performance.now();
      // The output is complete when its streams are closed.
      process.once('close', () => {
        const end = output().stderr.slice(-SHOWN_OUTPUT);
        unaskedExits.push(`${life.name} ended by itself with ${signal ?? code}: ${end}`);
      });
    });
  }

  return {
    get url() {
      return running?.url;
    },
    lives,
    unaskedExits,
    async start() {
      const life: Life = { name: `${name}-${lives.length + 1}` };
      running = await spawnUntilUp(life.name);
      lives.push(life);
      watch(running, life);
    },
    async kill() {
      const service = running;
      const life = lives.at(-1);
      running = undefined;
      if (!service || !life) return;
      life.killedAt = performance.now();
      await service.stop('SIGKILL');
    },
    async stop() {
      const service = running;
      running = undefined;
      await service?.stop('SIGTERM');
      return service?.process.exitCode ?? null;
    },
  };
}
