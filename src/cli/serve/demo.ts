import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_LANGUAGES, type DemoLanguage } from '../../actions/demo/demo-texts.ts';
import type { Environment } from '../../app/config/config-variable.ts';
import type { RunningDemo } from '../../app/demo-service.ts';
import { CliError, type Input, UsageError } from '../command.ts';

/** Settings of a real installation that a demo must not use. */
const REAL_SETTINGS = ['DATABASE_URL', 'PROFFER_API_KEY', 'PROFFER_SECRET', 'PROFFER_SECRET_PREVIOUS'];

/** A demo that the command line asks for. */
export interface WantedDemo {
  language: DemoLanguage;
  /** The environment of the service. */
  env: Environment;
  /** Whether the folder was named. */
  isKept: boolean;
  /** Deletes the folder, unless it was named. */
  cleanUp(): void;
}

/** Returns `undefined` without `--demo`. */
export function findWantedDemo(input: Input, env: Environment): WantedDemo | undefined {
  const folder = input.text('demo');
  const language = input.text('language');
  if (folder === undefined) {
    if (language === undefined) return undefined;
    throw new UsageError('--language is for --demo. See: proffer serve --help');
  }
  const chosen = language === undefined ? findTerminalLanguage(env) : readLanguage(language);
  if (folder) expectDemoFolder(folder);
  const dataDir = folder || mkdtempSync(join(tmpdir(), 'proffer-demo-'));
  const real = Object.entries(env).filter(([name]) => !REAL_SETTINGS.includes(name.replace(/_FILE$/, '')));
  return {
    language: chosen,
    // The log of a real service would scroll the link away.
    env: { LOG_LEVEL: 'warn', ...Object.fromEntries(real), DATA_DIR: dataDir },
    isKept: folder !== '',
    cleanUp: () => folder || rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** A demo is written into an empty folder, or goes on where it is. Whether a database is one of a demo is asked later. */
function expectDemoFolder(folder: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return;
  const names = readdirSync(folder);
  if (names.includes('proffer.db') || names.every((name) => name.startsWith('proffer.'))) return;
  throw new CliError(`${folder} has other files: give --demo an empty folder, or that of a demo`);
}

function readLanguage(text: string): DemoLanguage {
  const language = DEMO_LANGUAGES.find((known) => known === text);
  if (language) return language;
  throw new UsageError(`--language must be one of ${DEMO_LANGUAGES.join(', ')}. See: proffer serve --help`);
}

/** Finds the language of the terminal as programs do: the first of these variables counts. */
function findTerminalLanguage({ LC_ALL, LC_MESSAGES, LANG }: Environment): DemoLanguage {
  const locale = LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale;
  return DEMO_LANGUAGES.find((known) => locale.toLowerCase().startsWith(known)) ?? 'en';
}

export function renderDemoBox(demo: RunningDemo, { isKept }: { isKept: boolean }): string {
  return `
╭─ Proffer is ready, with a demo ─────────────────────────────────────────────╮

  Open this link to sign in, as often as you like:

${demo.signInUrl}

  ${demo.isFilling() ? 'Its fourteen months of business pass within a minute; reload the page to see more.' : 'It is complete.'}
  A bank statement to import will be in ${demo.bankStatement}
  No email is ever sent: read them in the console. ${isKept ? 'The folder is kept.' : 'Everything is deleted when you stop it.'}

╰─────────────────────────────────────────────────────────────────────────────╯

`;
}
