import { parseArgs } from 'node:util';
import { BASE_CHECKS, EXTENDED_CHECKS } from '../checks/index.js';
import { createContext } from './context.js';
import { createReporter, REPORTERS } from './reporters.js';
import { runChecks, selectChecks } from './runner.js';

const HELP = `Usage: PROFFER_API_KEY=… proffer-conformance --url URL [options]

Runs black-box checks of the quotes API against an implementation.

  --url URL        Base address of the service, with or without /api/v1
  --customer ID    An existing customer with an email address, if PUT /customers/{id} is not there
  --extended       Also run the checks of additions to the contract
  --no-send        Skip the checks that send emails
  --only TEXT      Only checks whose id contains the text; several with commas
  --list           List the checks and run none
  --tap            Print TAP version 14
  --json           Print one JSON document
  --help           Show this text

Keys come from the environment, because other users of the machine can read a command:

  PROFFER_API_KEY    Key that may write. Use a test key: quotes are emailed
  PROFFER_READ_KEY   Key that may only read, for the checks of scopes
  PROFFER_OTHER_KEY  Key of another account, for the checks of isolation

The exit code is 0 if all checks pass, 1 if one fails, and 2 if the command or the connection is wrong.
`;

const OPTIONS = {
  url: { type: 'string' },
  customer: { type: 'string' },
  extended: { type: 'boolean' },
  'no-send': { type: 'boolean' },
  only: { type: 'string' },
  list: { type: 'boolean' },
  tap: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

/** Variables that have replaced the options for keys. */
const VARIABLES = {
  '--key': 'PROFFER_API_KEY',
  '--read-key': 'PROFFER_READ_KEY',
  '--other-key': 'PROFFER_OTHER_KEY',
};

/** Resolves to the exit code. */
export async function runCli(argv, env, write = (text) => process.stdout.write(text)) {
  for (const [option, variable] of Object.entries(VARIABLES)) {
    if (argv.some((arg) => arg === option || arg.startsWith(`${option}=`))) {
      return fail(
        `${option} is no option: other users can read a command. Set ${variable} in the environment`,
      );
    }
  }
  let values;
  try {
    ({ values } = parseArgs({ args: argv, options: OPTIONS }));
  } catch (error) {
    return fail(error.message);
  }
  if (values.help) {
    write(HELP);
    return 0;
  }
  const all = values.extended ? [...BASE_CHECKS, ...EXTENDED_CHECKS] : BASE_CHECKS;
  const checks = selectChecks(all, values.only);
  if (checks.length === 0) return fail(`no check has "${values.only}" in its id; see --list`);
  if (values.list) {
    write(checks.map(({ id }) => `${id}\n`).join(''));
    return 0;
  }
  return run(checks, values, env, write);
}

async function run(checks, values, env, write) {
  const key = env.PROFFER_API_KEY;
  if (!values.url || !URL.canParse(values.url)) return fail('--url must be the address of the service');
  if (!key) return fail('PROFFER_API_KEY in the environment must be an API key');
  const format = values.json ? 'json' : values.tap ? 'tap' : 'text';
  const reporter = createReporter(REPORTERS[format], write);
  const options = {
    customer: values.customer,
    readKey: env.PROFFER_READ_KEY,
    otherKey: env.PROFFER_OTHER_KEY,
    canSend: !values['no-send'],
  };
  try {
    const context = await createContext(values.url, key, options);
    const results = await runChecks(checks, context, reporter);
    return results.some(({ status }) => status === 'failed') ? 1 : 0;
  } catch (error) {
    return fail(error.message);
  }
}

function fail(message) {
  process.stderr.write(`proffer-conformance: ${message}\n`);
  return 2;
}
