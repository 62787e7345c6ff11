import { parseArgs } from 'node:util';
import { BASE_CHECKS, EXTENDED_CHECKS } from '../checks/index.js';
import { createContext } from './context.js';
import { createReporter, REPORTERS } from './reporters.js';
import { runChecks, selectChecks } from './runner.js';

const HELP = `Usage: proffer-conformance --url URL --key KEY [options]

Runs black-box checks of the quotes API against an implementation.

  --url URL        Base address of the service, with or without /api/v1
  --key KEY        API key that may write; default: PROFFER_API_KEY. Use a test key: quotes are emailed
  --customer ID    An existing customer with an email address, if PUT /customers/{id} is not there
  --read-key KEY   Key that may only read, for the checks of scopes
  --other-key KEY  Key of another account, for the checks of isolation
  --extended       Also run the checks of additions to the contract
  --no-send        Skip the checks that send emails
  --only TEXT      Only checks whose id contains the text; several with commas
  --list           List the checks and run none
  --tap            Print TAP version 14
  --json           Print one JSON document
  --help           Show this text

The exit code is 0 if all checks pass, 1 if one fails, and 2 if the command or the connection is wrong.
`;

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  customer: { type: 'string' },
  'read-key': { type: 'string' },
  'other-key': { type: 'string' },
  extended: { type: 'boolean' },
  'no-send': { type: 'boolean' },
  only: { type: 'string' },
  list: { type: 'boolean' },
  tap: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

/** Resolves to the exit code. */
export async function runCli(argv, env, write = (text) => process.stdout.write(text)) {
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
  const key = values.key ?? env.PROFFER_API_KEY;
  if (!values.url || !URL.canParse(values.url)) return fail('--url must be the address of the service');
  if (!key) return fail('--key (or PROFFER_API_KEY) must be an API key');
  const format = values.json ? 'json' : values.tap ? 'tap' : 'text';
  const reporter = createReporter(REPORTERS[format], write);
  const options = {
    customer: values.customer,
    readKey: values['read-key'],
    otherKey: values['other-key'],
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
