// Runs `npm ci` in a folder. Runs on Node 20 or later.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const GRACE_MS = 3000;

/** Returns the signal that stopped npm, if any. npm and its child processes have then ended. */
export async function runNpm(folder, scope) {
  const isWindows = process.platform === 'win32';
  const scopes = [`--${scope === 'all' ? 'include' : 'omit'}=dev`, '--include=optional'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['ci', ...scopes, '--prefer-offline', ...quiet], {
    cwd: folder,
    env: { ...process.env, ...chooseCache(folder) },
    stdio: ['ignore', process.stderr, process.stderr],
    shell: isWindows,
    // A separate process group lets a stop signal reach the scripts of packages too.
    detached: !isWindows,
  });
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy ??= signal;
    signalAll(npm, 'SIGTERM');
    setTimeout(GRACE_MS, undefined, { ref: false }).then(() => signalAll(npm, 'SIGKILL'));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const [code] = await once(npm, 'exit');
  for (const signal of SIGNALS) process.off(signal, stop);
  if (!stoppedBy && code !== 0) throw new Error('see the lines above, then try again.');
  if (stoppedBy) await killAll(npm);
  return stoppedBy;
}

/** Where npm cannot write its cache, as with a read-only HOME, it gets one in the folder. */
export function chooseCache(folder, cache = process.env.npm_config_cache || join(homedir(), '.npm')) {
  try {
    rmdirSync(mkdtempSync(join(existsSync(cache) ? cache : dirname(cache), '.proffer-')));
    return {};
  } catch {
    return { npm_config_cache: join(folder, '.npm') };
  }
}

async function killAll(npm) {
  const end = Date.now() + 1000;
  while (signalAll(npm, 'SIGKILL') && Date.now() < end) await setTimeout(10);
}

/** Signals npm and its child processes. Returns whether any of them existed. */
function signalAll(npm, signal) {
  if (process.platform === 'win32') return npm.kill(signal);
  try {
    return process.kill(-npm.pid, signal);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}
