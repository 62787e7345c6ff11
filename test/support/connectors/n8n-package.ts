import { execFile } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = join(import.meta.dirname, '../../../connectors/n8n');
const run = promisify(execFile);

/** Installs a copy of the package with its locked tools, checks it by n8n's rules, and builds it. */
export async function buildNodes() {
  const root = await mkdtemp(join(tmpdir(), 'proffer-n8n-'));
  await cp(PACKAGE, root, { recursive: true, filter: (path) => !/node_modules|dist$/.test(path) });
  const npm = (...args: string[]) => run('npm', args, { cwd: root, timeout: 240_000 });
  await npm('ci', '--ignore-scripts', '--no-audit', '--no-fund');
  await npm('run', 'lint');
  await npm('run', 'build');
  const load = createRequire(join(root, 'package.json'));
  return {
    root,
    workflow: load('n8n-workflow'),
    Proffer: load('./dist/nodes/Proffer/Proffer.node.js').Proffer,
    ProfferTrigger: load('./dist/nodes/Proffer/ProfferTrigger.node.js').ProfferTrigger,
    ProfferApi: load('./dist/credentials/ProfferApi.credentials.js').ProfferApi,
    EVENT_TYPES: load('./dist/nodes/Proffer/events.js').EVENT_TYPES as string[],
  };
}

export type Nodes = Awaited<ReturnType<typeof buildNodes>>;
