import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Finished } from './cli.ts';
import { COMMANDS, NODE_OPTIONS, PROGRAM_ENV } from './program.ts';

const SERVER = fileURLToPath(new URL('./command-server.ts', import.meta.url));

interface Server {
  child: ChildProcess;
  /** Rejects when the process has ended. */
  gone: Promise<never>;
}

let server: Server | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Like `proffer`, in a helper process that is reused for the next command, because startup is most of the cost of a
 * command. Not for commands that run until they are stopped or that read their input.
 */
export function command(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  const finished = turn.then(() => run(args, env));
  turn = finished.catch(() => {});
  return finished;
}

async function run(args: string[], env: Record<string, string>): Promise<Finished> {
  server ??= start();
  const { child, gone } = server;
  child.channel?.ref();
  try {
    child.send({ args, env });
    const [finished] = await Promise.race([once(child, 'message'), gone]);
    return finished as Finished;
  } finally {
    child.channel?.unref();
  }
}

/** The helper ends with this process. */
function start(): Server {
  const child = fork(SERVER, [COMMANDS], { execArgv: [...NODE_OPTIONS], env: PROGRAM_ENV });
  child.unref();
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the commands has ended with ${code}`);
  });
  gone.catch(() => {});
  return { child, gone };
}
