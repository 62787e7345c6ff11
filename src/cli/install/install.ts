import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CliError, type Input, UsageError } from '../command.ts';
import { activate } from './activate.ts';
import { type Installation, listSystemFiles, SETTINGS, type SystemFile } from './system-files.ts';

const DEFAULT_KEEP = 28;
/** Folders that the sandbox of the service hides. */
const HIDDEN_FOLDERS = ['/home', '/root', '/run/user', '/tmp', '/var/tmp'];
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i;

export async function run({ text, flag }: Input): Promise<void> {
  const installation = readInstallation(text('domain'), text('keep'));
  const root = text('root');
  if (flag('print') && root !== undefined) throw new UsageError('--print writes no files: omit --root');
  const files = listSystemFiles(installation);
  if (flag('print')) {
    process.stdout.write(files.map(({ path, text: content }) => `# ${path}\n${content}`).join('\n'));
  } else if (root !== undefined) {
    writeFiles(files, root);
  } else {
    assertInstallable(installation);
    writeFiles(files, '/');
    await activate(installation);
    process.stderr.write(renderNextSteps(installation));
  }
}

function readInstallation(domain: string | undefined, keep = String(DEFAULT_KEEP)): Installation {
  if (domain !== undefined && !DOMAIN.test(domain)) {
    throw new UsageError('--domain must be a name such as quotes.example.com');
  }
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new UsageError('--keep must be a number of backups, at least 1');
  const program = realpathSync(fileURLToPath(new URL('../../../bin/proffer.js', import.meta.url)));
  const installation = { node: realpathSync(process.execPath), program, domain, keep: Number(keep) };
  for (const path of [installation.node, program]) {
    if (/["'\\\n]/.test(path)) throw new CliError(`move the program: ${path} cannot be written in a unit`);
  }
  return installation;
}

function assertInstallable({ node, program }: Installation): void {
  if (process.platform !== 'linux' || !existsSync('/run/systemd/system')) {
    throw new CliError('this machine does not run systemd; --print shows the files');
  }
  if (process.getuid?.() !== 0) throw new CliError('run it as root; --print shows the files');
  for (const path of [node, program]) {
    const hidden = HIDDEN_FOLDERS.find((folder) => path.startsWith(`${folder}/`));
    if (hidden)
      throw new CliError(
        `${path} is in ${hidden}, which the service cannot read: move the program, such as to /opt/proffer`,
      );
  }
}

function writeFiles(files: readonly SystemFile[], root: string): void {
  for (const { path, mode, text, isKept } of files) {
    const target = join(root, path);
    if (isKept && existsSync(target)) {
      process.stderr.write(`${target} is kept as it is\n`);
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    // Renamed, so that an interrupted installation leaves no half of a file.
    writeFileSync(`${target}.new`, text, { mode });
    chmodSync(`${target}.new`, mode);
    renameSync(`${target}.new`, target);
    process.stderr.write(`${target} is written\n`);
  }
}

function renderNextSteps({ domain }: Installation): string {
  return `
The service runs. Its key, and the link that sets up the console: journalctl --unit=proffer --output=cat
Settings: ${SETTINGS}. Commands: proffer-admin doctor
${domain === undefined ? '' : `HTTPS, with Caddy: caddy reverse-proxy --from ${domain} --to 127.0.0.1:3000 (docs/operating.md has more)\n`}`;
}
