import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chooseAccount } from '../src/actions/account/accounts.ts';
import { ENDPOINTS } from '../src/api/endpoints.ts';
import type { ApiCommand } from '../src/cli/api/api-command.ts';
import { listFields, loadEndpoint } from '../src/cli/api/fields.ts';
import { toCliError } from '../src/cli/api/problem-words.ts';
import { CATALOGUE_COMMANDS } from '../src/cli/catalogue-commands.ts';
import { CUSTOMER_COMMANDS } from '../src/cli/customers/commands.ts';
import { EVENT_COMMANDS } from '../src/cli/events/commands.ts';
import { INVOICE_COMMANDS } from '../src/cli/invoices/commands.ts';
import { QUOTE_COMMANDS } from '../src/cli/quotes/commands.ts';
import { ServiceError } from '../src/cli/service/request.ts';
import { withTemporaryKey } from '../src/cli/service/temporary-key.ts';
import { createQuote, issuedInvoice } from './support/api/quotes.ts';
import { type Finished, temporaryFolder } from './support/service/cli.ts';
import type { Json } from './support/service/client.ts';
import { MINUTE } from './support/service/clock.ts';
import { command } from './support/service/command.ts';
import { PROGRAM, PROGRAM_ENV } from './support/service/program.ts';
import {
  describeService,
  makeDatabase,
  startTestService,
  type TestService,
} from './support/service/service.ts';
import { until } from './support/until.ts';

const API_COMMANDS = [
  ...QUOTE_COMMANDS,
  ...INVOICE_COMMANDS,
  ...EVENT_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...CATALOGUE_COMMANDS,
];

describeService(
  (service, isFirstEngine) => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    before(async () => {
      folder = await temporaryFolder();
    });
    after(() => folder?.remove());

    const run = (args: string[], more: Record<string, string> = {}): Promise<Finished> =>
      command(args, { ...environmentOf(service()), ...more });

    async function ok(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await run(args);
      assert.equal(code, 0, stderr);
      return stdout;
    }

    async function keysNamed(name: string): Promise<Json[]> {
      const { data } = JSON.parse(await ok('keys', 'list', '--json'));
      return data.filter((key: Json) => key.name === name);
    }

    it('a command takes a key that can do no more than it needs, and revokes it', async () => {
      const api = service().automation;
      const { number } = await createQuote(api, { customerId: 'cus_demo' });
      await ok('quotes', 'show', number);
      await ok('quotes', 'send', number, '--email', 'ada@example.test');
      assert.equal((await run(['quotes', 'convert', number, '--stage', '7'])).code, 1);
      for (const [name, scopes] of [
        ['proffer quotes show', ['read']],
        ['proffer quotes send', ['read', 'write']],
        ['proffer quotes convert', ['read', 'write']],
      ] as const) {
        const [key, ...more] = await keysNamed(name);
        assert.deepEqual([key?.scopes, more], [scopes, []], name);
        assert.ok(key?.revokedAt, name);
      }
    });

    it('a quote or invoice is found by its number, whatever else has the number in it', async () => {
      const api = service().automation;
      const wanted = await createQuote(api, { customerId: 'cus_demo', title: 'Wanted' });
      for (let count = 0; count < 101; count++) {
        await createQuote(api, { customerId: 'cus_demo', title: `Instead of ${wanted.number}` });
      }
      assert.match(await ok('quotes', 'show', wanted.number), /^Title: +Wanted$/m);
      const { body: made } = await api.post(`/quotes/${wanted.id}/convert-to-invoice`);
      const listed = JSON.parse(await ok('invoices', 'list', '--quote', wanted.number, '--json'));
      assert.deepEqual(
        listed.data.map(({ id }: Json) => id),
        [made.id],
      );
      for (const name of ['', 'Q-1999-1', wanted.number.slice(0, -1), '../customers', made.id]) {
        const { code, stderr } = await run(['quotes', 'show', name]);
        assert.deepEqual(
          [code, /^proffer: there is no quote .*See: proffer quotes list\n$/.test(stderr)],
          [1, true],
        );
      }
    });

    it('amounts are decimals of a currency, in options and in tables', async () => {
      const api = service().automation;
      for (const unitPrice of [12_345, 12_346, 99_999]) {
        await createQuote(api, {
          ...{ customerId: 'cus_demo', reference: 'amounts', currency: 'CHF' },
          items: [{ description: 'Work', quantity: 1, unitPrice }],
        });
      }
      const range = [
        '--reference',
        'amounts',
        '--currency',
        'CHF',
        '--total-from',
        '123.46',
        '--total-to',
        '999.98',
      ];
      const table = await ok('quotes', 'list', ...range);
      assert.match(table, /^Q-\S+ .* 123\.46 CHF /m);
      assert.equal(table.trim().split('\n').length, 2, 'the heading and one quote');
      const wrong = await run(['quotes', 'list', '--currency', 'CHF', '--total-from', '1.234']);
      assert.deepEqual(
        [wrong.code, wrong.stderr],
        [
          2,
          'proffer: --total-from must be a decimal amount in CHF with at most 2 decimals, such as "12.50"\n',
        ],
      );
      const { stderr } = await run(['quotes', 'list', '--total-from', '1']);
      assert.match(stderr, /^proffer: --currency is needed with --total-from and --total-to/);
      assert.match((await run(['quotes', 'list', '--metadata', 'x'])).stderr, /--metadata must be KEY=VALUE/);
      await createQuote(api, { customerId: 'cus_demo', metadata: { crm: 'A=1' } });
      const found = JSON.parse(await ok('quotes', 'list', '--metadata', 'crm=A=1', '--json'));
      assert.equal(found.data.length, 1);
    });

    it('a quote is converted and reminded of, and its PDF written', async () => {
      const api = service().automation;
      const quote = await createQuote(api, { customerId: 'cus_demo' });
      const early = await run(['quotes', 'remind', quote.number]);
      assert.deepEqual(
        [early.code, early.stderr],
        [
          1,
          'proffer: The quote has never been sent, so there is nothing to remind the customer of. Send it first: proffer quotes send.\n',
        ],
      );
      await api.post(`/quotes/${quote.id}/send`, { email: 'ada@example.test' });
      assert.equal(
        await ok('quotes', 'remind', quote.number),
        `The reminder of ${quote.number} is queued; the last email was captured, not delivered\n`,
      );
      const file = join(folder.path, 'quote.pdf');
      await ok('quotes', 'pdf', quote.number, file);
      assert.match(await readFile(file, 'latin1'), /^%PDF-/);
      assert.match((await run(['quotes', 'pdf', quote.number, file])).stderr, /quote\.pdf: exists already/);
      await ok('quotes', 'pdf', quote.id, file, '--force');
      const due = ['--due-date', '2030-01-31', '--payment-method', 'BANK_TRANSFER'];
      const converted = await ok('quotes', 'convert', quote.number, ...due);
      assert.match(converted, new RegExp(`^INV-\\S+ is the invoice of ${quote.number}\n$`));
      const { dueDate } = JSON.parse(await ok('invoices', 'show', converted.split(' ')[0] ?? '', '--json'));
      assert.equal(dueDate, '2030-01-31');
    });

    it('customers and the catalogue are listed and shown', async () => {
      const api = service().automation;
      await api.put('/customers/shown', {
        name: 'Ada',
        street: 'Weg 1',
        postalCode: '10115',
        city: 'Berlin',
      });
      assert.match(
        await ok('customers', 'show', 'shown'),
        /^Id: +shown\nName: +Ada\nStreet: +Weg 1\nPostal code: +10115\nCity: +Berlin$/m,
      );
      const missing = await run(['customers', 'show', '../quotes']);
      assert.deepEqual([missing.code, missing.stderr], [1, 'proffer: There is no customer with this id.\n']);
      await api.post('/catalogue-items', {
        description: 'Design',
        unitPrice: 9050,
        currency: 'EUR',
        sku: 'D-1',
      });
      assert.match(await ok('catalogue', 'list', '--search', 'design'), /^D-1 +Design .* 90\.50 EUR /m);
    });

    it('a payment of an invoice on which nothing is due is rejected in words', async () => {
      const invoice = await issuedInvoice(service().automation, { customerId: 'cus_demo' });
      await ok('invoices', 'pay', invoice.number);
      const { code, stderr } = await run(['invoices', 'pay', invoice.number]);
      assert.deepEqual([code, stderr], [1, 'proffer: Nothing is due on this invoice.\n']);
    });

    it('--url or PROFFER_URL names a remote service, and PROFFER_API_KEY the account there', async () => {
      const account = await service().newAccount();
      const { number } = await createQuote(account, { title: 'Remote' });
      const nowhere = { DATA_DIR: join(folder.path, 'none'), PROFFER_API_KEY: account.key };
      const list = ['quotes', 'list', '--json'];
      for (const [args, env] of [
        [[...list, '--url', `${service().url}/`], nowhere],
        [list, { ...nowhere, PROFFER_URL: `${service().url}/mcp` }],
      ] as const) {
        const { code, stdout, stderr } = await command([...args], env);
        assert.equal(code, 0, stderr);
        assert.deepEqual(
          JSON.parse(stdout).data.map((quote: Json) => quote.number),
          [number],
        );
      }
      const remote = { ...nowhere, PROFFER_URL: service().url };
      for (const [args, env, code, says] of [
        [list, { ...remote, PROFFER_API_KEY: '' }, 1, /set PROFFER_API_KEY/],
        [list, { ...remote, PROFFER_API_KEY: 'wrong' }, 1, /does not know the key in PROFFER_API_KEY/],
        [list, { ...remote, PROFFER_URL: 'quotes.example' }, 2, /PROFFER_URL must be a URL/],
        [[...list, '--url', 'x'], nowhere, 2, /--url must be a URL/],
        [[...list, '--account', 'acc_1'], remote, 2, /either --account or PROFFER_URL/],
        [[...list, '--url', `${service().url}/sign-in`], nowhere, 1, /nothing at this URL/],
        [[...list, '--url', 'http://127.0.0.1:1'], nowhere, 1, /does not respond at http:\/\/127\.0\.0\.1:1/],
      ] as const) {
        const ended = await command([...args], env);
        assert.deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr);
        assert.match(ended.stderr, says);
        assert.equal(ended.stderr.trimEnd().split('\n').length, 1);
      }
    });

    it('a key that ends before a long command is replaced in time', async () => {
      const { db, clock, client } = service();
      const account = await chooseAccount(db.read, undefined);
      assert.ok(account);
      const options = { name: 'Long', access: 'read', clock } as const;
      const [first, second] = await withTemporaryKey(db, account, options, async (getKey) => {
        const key = await getKey();
        clock.advance(29 * MINUTE);
        assert.equal(await getKey(), key);
        clock.advance(2 * MINUTE);
        const next = await getKey();
        assert.equal((await client(next).get('/account')).status, 200);
        assert.equal((await client(key).get('/account')).status, 401);
        return [key, next];
      });
      assert.notEqual(first, second);
      // On PostgreSQL a process looks a key up again after a while.
      clock.advance(MINUTE);
      assert.equal((await client(second).get('/account')).status, 401, 'revoked after the work');
    });

    if (!isFirstEngine) return;

    it('an address of a service that has ended is recognized, and whoever listens there gets no key', async () => {
      const place = await makeDatabase('sqlite', { withTables: true });
      const own = await startTestService({ place, now: Date.now() });
      const { port } = new URL(own.url);
      const env = { DATA_DIR: place.dataDir, PORT: port };
      const list = async () => {
        const { code, stderr } = await command(['quotes', 'list'], env);
        assert.equal(code, 1);
        assert.match(
          stderr,
          /^proffer: the service is not running: [^\n]*Start it \(proffer serve\)[^\n]*\n$/,
        );
        return stderr;
      };
      await own.close();
      assert.match(await list(), /nothing responds at http:\/\/localhost:\d+, where it was started last/);

      const received: IncomingMessage[] = [];
      const stranger = createServer((request, response) => {
        received.push(request);
        response.end('{"status":"ok"}');
      }).listen(Number(port), '127.0.0.1');
      await once(stranger, 'listening');
      assert.match(await list(), /another program responds/);
      assert.ok(received.length > 0 && received.every(({ headers }) => headers.authorization === undefined));
      stranger.closeAllConnections();
      await new Promise((resolve) => stranger.close(resolve));

      const other = await startTestService({ env: { PORT: port }, now: Date.now() });
      assert.match(await list(), /a service of another database responds/);
      await other.close();
      const { data } = JSON.parse((await command(['keys', 'list', '--json'], env)).stdout);
      assert.deepEqual(
        data.filter(({ name }: Json) => name === 'proffer quotes list'),
        [],
      );
      await place.remove();
    });

    it('a service of a copy of the database is recognized by the key that it does not know', async () => {
      const place = await makeDatabase('sqlite', { withTables: true });
      const own = await startTestService({ place, now: Date.now() });
      const copy = await makeDatabase('sqlite');
      await own.db.backup(join(copy.dataDir, 'proffer.db'));
      const { code, stderr } = await command(['quotes', 'list'], { DATA_DIR: copy.dataDir });
      assert.equal(code, 1);
      assert.match(stderr, /works with another copy of the database: name the one that it uses/);
      await own.close();
      await place.remove();
      await copy.remove();
    });

    it('listen goes on when the service is restarted', async () => {
      const place = await makeDatabase('sqlite', { withTables: true });
      let own: TestService = await startTestService({ place, now: Date.now() });
      const { port } = new URL(own.url);
      const child = spawn(process.execPath, [...PROGRAM, 'listen', '--json'], {
        env: { ...PROGRAM_ENV, DATA_DIR: place.dataDir, PORT: port },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const closed = once(child, 'close');
      const written = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].setEncoding('utf8').on('data', (text: string) => {
          written[name] += text;
        });
      }
      await until(() => written.stderr.includes('Listening'));
      await own.close();
      own = await startTestService({ place, env: { PORT: port }, now: Date.now() });
      await own.automation.put('/customers/heard', { name: 'Heard' });
      await until(() => written.stdout.includes('customer.created') || child.exitCode !== null);
      child.kill('SIGINT');
      assert.deepEqual(await closed, [0, null], written.stderr);
      const keys = JSON.parse(
        (await command(['keys', 'list', '--json'], { DATA_DIR: place.dataDir })).stdout,
      );
      assert.ok(keys.data.find(({ name }: Json) => name === 'proffer listen').revokedAt);
      await own.close();
      await place.remove();
    });
  },
  { now: Date.now() },
);

function environmentOf({ config }: TestService): Record<string, string> {
  const { dataDir, databaseUrl } = config;
  return { DATA_DIR: dataDir, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
}

describe('words of the command line', () => {
  const wordsOf = async (command: ApiCommand, argument?: string) => ({
    ...{ command, fields: listFields(command, await loadEndpoint(command)), argument, all: API_COMMANDS },
  });
  const [send] = INVOICE_COMMANDS.filter(({ name }) => name === 'invoices send');
  assert.ok(send);

  it('every option is explained without words of the API', async () => {
    for (const { name } of API_COMMANDS) {
      const { stdout } = await command([...name.split(' '), '--help']);
      assert.doesNotMatch(stdout, /`|smallest|\/api\/v1|(GET|POST|PATCH|PUT) \/|undefined/, name);
      for (const [, help = ''] of stdout.matchAll(/^ {2}--\S+(?: \S+)? {2,}(.*)$/gm))
        assert.notEqual(help, '', name);
    }
  });

  it('no command names a field that its operation does not have', () => {
    for (const each of API_COMMANDS) {
      const { operation } = ENDPOINTS.find(({ operation: { id } }) => id === each.operation) ?? {};
      const body = typeof operation?.body === 'object' ? (operation.body.schema as Json).properties : {};
      const known = Object.keys({ ...operation?.query, ...body });
      const named = Object.keys({ ...each.options, ...each.query });
      assert.deepEqual(
        named.filter((name) => !known.includes(name)),
        [],
        each.name,
      );
    }
  });

  it('no error names a request or a JSON pointer', async () => {
    const sources = [
      'domain/quote/problems.ts',
      'domain/invoice/problems.ts',
      'actions/agreement/approval/approval-problems.ts',
      'domain/account/particulars/find-incomplete.ts',
    ];
    const texts = await Promise.all(
      sources.map((name) => readFile(new URL(`../src/${name}`, import.meta.url), 'utf8')),
    );
    const details = [...texts.join('\n').matchAll(/['`]([^'`\n]*\b(?:GET|POST|PUT|PATCH) \/[^'`\n]*)['`]/g)];
    assert.ok(details.length > 8);
    for (const [, detail = ''] of details) {
      const text = detail.replace(/\$\{quoteId\}/, 'quo_1').replaceAll(/\$\{\w+\}/g, '');
      const error = (await toCliError(
        new ServiceError({ status: 409, detail: text }, ''),
        await wordsOf(send),
      )) as Error;
      assert.doesNotMatch(error.message, /\b(GET|POST|PUT|PATCH|DELETE)\b|\/api|\{id\}/, detail);
    }
  });

  it('an error names options, the argument, and where a stored value is', async () => {
    const describeErrors = async (errors: object[], code = 'validation_failed') => {
      const problem = { status: 400, code, detail: 'The request is not valid.', errors: errors as [] };
      const error = (await toCliError(new ServiceError(problem, ''), await wordsOf(send, 'INV-1'))) as Error;
      return [error.constructor.name, error.message];
    };
    assert.deepEqual(
      await describeErrors([
        { path: '/email', message: 'must be `email`' },
        { path: '/cc', message: 'is long' },
      ]),
      ['UsageError', '--email must be --email; --cc is long'],
    );
    const stored = [
      { in: 'data', path: '/customer/taxId', message: 'is required: set it in PATCH /customers/{id}' },
      { in: 'data', path: '/items/0/description', message: 'is required' },
      { in: 'data', path: '/account/taxId', message: 'is required: set it in PATCH /account' },
    ];
    assert.deepEqual(await describeErrors(stored, 'invoice_incomplete'), [
      'CliError',
      'taxId of the customer is required: set it in "Update a customer" in the console or by the API; description of item 1 is required; taxId of the account is required: set it in proffer account set',
    ]);
    assert.deepEqual(await describeErrors([], 'not_found'), [
      'CliError',
      'there is no invoice INV-1. See: proffer invoices list',
    ]);
  });
});
