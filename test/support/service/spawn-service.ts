import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after } from 'node:test';
import { BLANK_DOCUMENTS, PROGRAM, PROGRAM_ENV, SOURCES, SOURCES_ENV, underLimit } from './program.ts';
import { TEST_KEY } from './service.ts';

export interface SpawnedService {
  url: string;
  process: ChildProcess;
  /** Output so far. */
  output(): { stdout: string; stderr: string };
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface SpawnOptions {
  program?: readonly string[];
  cwd?: string;
  limit?: string;
  /** `blank` for tests that look at no document, if the run bundles the program: they get empty pages. */
  documents?: 'typeset' | 'blank';
}

/** Like `spawnTestService`; services that a failed test left running end with the suite. */
export function spawnerOfServices(): typeof spawnTestService {
  const started: SpawnedService[] = [];
  after(() => Promise.all(started.map((service) => service.stop('SIGKILL'))));
  return async (...args) => {
    const service = await spawnTestService(...args);
    started.push(service);
    return service;
  };
}

/** Starts the service as a separate process, for tests that kill it or read its output. */
export async function spawnTestService(
  env: Record<string, string>,
  { program = PROGRAM, cwd, limit, documents = 'typeset' }: SpawnOptions = {},
): Promise<SpawnedService> {
  const [command, ...args] = underLimit([process.execPath, ...program, 'serve'], limit);
  const child = spawn(command, args, {
    ...(cwd && { cwd }),
    env: {
      ...(program === SOURCES ? SOURCES_ENV : PROGRAM_ENV),
      PORT: '0',
      PDF_WORKERS: '1',
      PROFFER_API_KEY: TEST_KEY,
      ...(documents === 'blank' && program === PROGRAM && BLANK_DOCUMENTS),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written.stderr += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(written.stderr);
      if (found) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${written.stderr}`)));
  });
  return {
    url,
    process: child,
    output: () => ({ ...written }),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'close');
      child.kill(signal);
      await ended;
    },
  };
}
