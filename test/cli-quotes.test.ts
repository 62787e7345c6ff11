import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { COMMANDS } from '../src/cli/commands.ts';
import { fishScript } from '../src/cli/completion/scripts.ts';
import { SCENARIOS } from '../src/cli/events/scenarios.ts';
import { camt } from './fixtures/camt.ts';
import { createQuote, issuedInvoice } from './support/api/quotes.ts';
import { type Finished, proffer, temporaryFolder } from './support/service/cli.ts';
import type { Json } from './support/service/client.ts';
import { DAY } from './support/service/clock.ts';
import { command } from './support/service/command.ts';
import { PROGRAM, PROGRAM_ENV } from './support/service/program.ts';
import { startTestService, TEST_KEY, type TestService } from './support/service/service.ts';
import { until } from './support/until.ts';

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let first: Json;

before(async () => {
  // The commands are processes of their own, with the time of the system, and their keys expire after an hour.
  service = await startTestService({ engine: 'sqlite', now: Date.now() });
  folder = await temporaryFolder();
  const api = service.automation;
  first = await createQuote(api, { title: 'Küche "neu"', customerId: 'cus_demo', currency: 'EUR' });
  await createQuote(api, { title: '=Garden', customerId: 'cus_demo_fr', reference: 'PO 7' });
  await api.patch(`/quotes/${(await createQuote(api, { customerId: 'cus_demo' })).id}`, {
    status: 'DECLINED',
  });
});
after(async () => {
  await service.close();
  await folder.remove();
});

function run(args: string[], input?: string): Promise<Finished> {
  const env = { DATA_DIR: service.config.dataDir };
  return input === undefined ? command(args, env) : proffer(args, env, { input });
}

async function ok(args: string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await run(args, input);
  assert.equal(code, 0, stderr);
  return stdout;
}

describe('proffer quotes', () => {
  it('lists the matching quotes', async () => {
    const lines = (await ok(['quotes', 'list'])).trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^NUMBER +STATUS +CUSTOMER +TITLE +TOTAL +VALID UNTIL +VIEWS$/);
    assert.equal(lines.length, 4);
    assert.match(lines[3] ?? '', new RegExp(`^${first.number} +DRAFT .*Küche "neu" +[\\d.]+ EUR +\\d{4}-`));
    const { data, pagination } = JSON.parse(
      await ok(['quotes', 'list', '--status', 'draft,sent', '--sort', 'createdAt', '--limit', '1', '--json']),
    );
    assert.deepEqual([data.length, data[0].id, pagination.total], [1, first.id, 2]);
    const found = JSON.parse(await ok(['quotes', 'list', '--reference', 'PO 7', '--json']));
    assert.equal(found.data[0].title, '=Garden');
    for (const [option, value, says] of [
      ['--status', 'open', /--status must be one of DRAFT/],
      ['--sort', 'title', /--sort must be one of createdAt/],
      ['--created-from', 'soon', /--created-from must be a date/],
      ['--limit', '0', /--limit must be a whole number/],
    ] as const) {
      const { code, stderr } = await run(['quotes', 'list', option, value]);
      assert.equal(code, 2);
      assert.match(stderr, says);
    }
  });

  it('shows a quote by its number or id', async () => {
    const shown = await ok(['quotes', 'show', first.number]);
    assert.match(shown, /^Number: +Q-\d{4}-00001\nId: /);
    assert.match(shown, /Title: +Küche "neu"\n/);
    // The key of the command may only read, so it is not shown the link with which the customer accepts.
    const { publicUrl: _, ...stored } = (await service.automation.get(`/quotes/${first.id}`)).body;
    assert.deepEqual(JSON.parse(await ok(['quotes', 'show', first.id, '--json'])), stored);
    const { code, stderr } = await run(['quotes', 'show', 'Q-1999-1']);
    assert.equal(code, 1);
    assert.match(stderr, /there is no quote Q-1999-1/);
  });

  it('exports the same as the API, to stdout or into a new file', async () => {
    const { text } = await service.automation.get('/quotes?sort=createdAt', {
      headers: { Accept: 'text/csv' },
    });
    assert.equal(await ok(['quotes', 'export', '--sort', 'createdAt']), text);
    const file = join(folder.path, 'quotes.csv');
    await ok(['quotes', 'export', file, '--sort', 'createdAt']);
    assert.equal(await readFile(file, 'utf8'), text);
    assert.match((await run(['quotes', 'export', file])).stderr, /quotes\.csv/);
    await ok(['quotes', 'export', file, '--status', 'sent', '--force']);
    assert.equal(await readFile(file, 'utf8'), text.slice(0, text.indexOf('\r\n') + 2));
    const whole = JSON.parse(await ok(['quotes', 'export', '--sort', 'createdAt', '--json']));
    assert.deepEqual(whole.data, (await service.automation.get('/quotes?sort=createdAt')).body.data);
    assert.deepEqual([whole.pagination.total, whole.pagination.hasMore], [3, false]);
    const none = JSON.parse(await ok(['quotes', 'export', '--status', 'sent', '--json']));
    assert.deepEqual([none.data, none.pagination.total], [[], 0]);
    const named = join(folder.path, 'quotes.JSON');
    await ok(['quotes', 'export', named, '--sort', 'createdAt']);
    assert.deepEqual(JSON.parse(await readFile(named, 'utf8')), whole, 'JSON by the name of the file');
  });

  it('issues, pays and credits invoices, writes their PDFs, and verifies them', async () => {
    const { body: made } = await service.automation.post('/quotes', {
      ...{ customerId: 'cus_demo', title: 'Invoiced' },
      items: [{ description: 'Work', quantity: 1, unitPrice: 10_000 }],
    });
    const { body: draft } = await service.automation.post(`/quotes/${made.id}/convert-to-invoice`);
    const { number } = draft;
    assert.match(await ok(['invoices', 'issue', number]), /^INV-\d{4}-\d+ is ISSUED, issued on /);
    assert.match(
      await ok(['invoices', 'pay', number, '--amount', '40.5']),
      /^40\.50 EUR .* 59\.50 EUR due\n/,
    );
    const bad = await run(['invoices', 'pay', number, '--amount', '1.005']);
    assert.deepEqual([bad.code, /at most 2 decimals/.test(bad.stderr)], [2, true]);
    const tooMuch = await run(['invoices', 'pay', number, '--amount', '60']);
    assert.deepEqual(
      [tooMuch.code, /Only 59\.50 EUR is due on this invoice/.test(tooMuch.stderr)],
      [1, true],
    );
    const credit = ['invoices', 'credit', number, '--amount', '9.50', '--reason', 'Less'];
    assert.match(await ok(credit), /^CN-\d{4}-00001 credits 9\.50 EUR of INV-/);
    await ok(['invoices', 'pay', number]);
    const shown = await ok(['invoices', 'show', number]);
    assert.match(shown, /Status: +PAID\n.*Amount due: +0\.00 EUR\n.*pay_/s);
    const listed = JSON.parse(await ok(['invoices', 'list', '--status', 'paid', '--json']));
    assert.deepEqual([listed.data.length, listed.data[0].number], [1, number]);
    assert.match(await ok(['invoices', 'list']), /^NUMBER.*CN-/s);
    const file = join(folder.path, 'invoice.pdf');
    await ok(['invoices', 'pdf', number, file]);
    assert.match(await ok(['verify', file]), /^ISSUED: exactly this file is the document of INV-/);
    const month = new Date(service.clock()).toISOString().slice(0, 7);
    assert.match(
      await ok(['invoices', 'export', 'journal', '-', '--month', month]),
      /^number,kind,.*\r\n.*INV-/s,
    );
    const lacking = await run(['invoices', 'export', 'datev', '-', '--month', month]);
    assert.deepEqual([lacking.code, /adviserNumber/.test(lacking.stderr)], [1, true]);
    assert.equal((await run(['invoices', 'show', 'INV-1999-1'])).code, 1);
  });

  it('sends through the running service with a temporary key', async () => {
    const sent = await ok(['quotes', 'send', first.number, '--email', 'ada@example.test']);
    assert.equal(sent, `${first.number} is SENT: captured, not delivered\n`);
    assert.equal((await service.automation.get(`/quotes/${first.id}`)).body.status, 'SENT');
    const keys: Json[] = JSON.parse(await ok(['keys', 'list', '--json'])).data;
    const own = keys.filter(({ name }) => name === 'proffer quotes send');
    assert.ok(own.length === 1 && own[0].revokedAt !== null, JSON.stringify(own));
    const refused = await run(['quotes', 'send', first.number, '--email', 'nobody']);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^proffer: --email must be one email address, such as [^\n]*\n$/);
  });
});

describe('proffer payments import', () => {
  it('shows what a bank statement pays, and records what agrees', async () => {
    const [paid, other] = [
      await issuedInvoice(service.automation, { customerId: 'cus_demo' }),
      await issuedInvoice(service.automation, { customerId: 'cus_demo' }),
    ];
    const { currency, issueDate: date } = paid;
    const file = join(folder.path, 'statement.xml');
    const entries = [
      { amount: '100.00', currency, date, transactions: [{ text: paid.number }] },
      { amount: '60.00', currency, date, transactions: [{ text: other.number }] },
      { amount: '0.07', currency, date, transactions: [{ text: 'a gift' }] },
      { amount: '5.00', currency, date, indicator: 'DBIT' as const },
    ];
    await writeFile(file, camt(entries));
    const at = ['payments', 'import', file];
    const expected = (first: string) =>
      `${date}  100.00 ${currency}  ${first}\n${date}  60.00 ${currency}  ${other.number}  by number\n${date}  0.07 ${currency}  no invoice matches\n1 without a match, 1 no money received\n`;
    assert.equal(await ok(at), expected(`${paid.number}  by number, exact`));
    assert.equal(await ok([...at, '--record']), expected(`${paid.number}  recorded`));
    assert.equal(await ok([...at, '--record']), expected('recorded already'));
    const { body } = await service.automation.get(`/invoices/${paid.id}`);
    assert.deepEqual([body.status, body.amountPaid], ['PAID', 10_000]);
    const missing = await run(['payments', 'import', join(folder.path, 'none.xml')]);
    assert.deepEqual([missing.code, /none\.xml: no such file/.test(missing.stderr)], [1, true]);
    await writeFile(file, 'x');
    assert.match((await run(at)).stderr, /Name them in --date and --amount\./);
  });
});

describe('proffer prices', () => {
  it('sets prices of a list from a CSV file, and lists them', async () => {
    const { automation } = service;
    const id = (await ok(['price-lists', 'create', '--name', 'Resellers', '--currency', 'EUR'])).trim();
    assert.match(id, /^prl_/);
    assert.match(await ok(['price-lists', 'list']), new RegExp(`Resellers +EUR +${id}`));
    await automation.post('/catalogue-items', {
      description: 'Lamp',
      unitPrice: 900,
      currency: 'EUR',
      sku: 'L-9',
    });
    const file = join(folder.path, 'prices.csv');
    await writeFile(file, 'sku;unitPrice\nL-9;8,50\nnone;1,00\n');
    const at = ['prices', 'import', id, file, '--decimal', 'comma'];
    const dry = await run([...at, '--dry-run']);
    assert.deepEqual(
      [dry.code, dry.stdout],
      [1, '1 would be created, 0 would be updated, 0 unchanged, 1 skipped\n'],
    );
    assert.match(dry.stderr, /prices\.csv:3: sku is not the number of any catalogue item/);
    const done = await run(at);
    assert.deepEqual([done.code, done.stdout], [1, '1 created, 0 updated, 0 unchanged, 1 skipped\n']);
    assert.match(await ok(['prices', 'list', id, '--search', 'lam']), /L-9 +Lamp +8\.50 EUR +cat_/);
    const report = JSON.parse((await run([...at, '--json'])).stdout);
    assert.deepEqual([report.unchanged, report.rejectedRows.length], [1, 1]);
    assert.match((await run(['prices', 'import', 'prl_x', file])).stderr, /no price list/);
  });
});

describe('proffer invoices', () => {
  it('sends and reminds through the running service', async () => {
    const { body: quote } = await service.automation.post('/quotes', {
      ...{
        customerId: 'cus_demo',
        title: 'Shed',
        items: [{ description: 'Shed', quantity: 1, unitPrice: 100 }],
      },
    });
    const { body: draft } = await service.automation.post(`/quotes/${quote.id}/convert-to-invoice`, {
      dueDate: new Date(service.clock() - 2 * DAY).toISOString().slice(0, 10),
    });
    const sent = await ok(['invoices', 'send', draft.number, '--email', 'ada@example.test']);
    assert.equal(sent, `${draft.number} is ISSUED and captured, not delivered\n`);
    assert.notEqual((await service.automation.get(`/invoices/${draft.id}`)).body.sentAt, null);
    const reminded = await ok(['invoices', 'remind', draft.id]);
    assert.equal(
      reminded,
      `The reminder of ${draft.number} is queued; the last email was captured, not delivered\n`,
    );
    const credit = await service.automation.post(`/invoices/${draft.id}/credit`);
    const refused = await run(['invoices', 'remind', credit.body.number]);
    assert.deepEqual([refused.code, /credit note/.test(refused.stderr)], [1, true]);
    assert.match((await run(['invoices', 'send', 'INV-0'])).stderr, /there is no invoice INV-0/);
    const shown = await ok(['quotes', 'show', quote.number.toLowerCase()]);
    assert.match(shown, new RegExp(quote.number), 'a number is found in any case');
    const items = [{ description: 'Shed', quantity: 1, unitPrice: 100 }];
    const open = await service.automation.post('/quotes', { customerId: 'cus_demo', title: 'Fence', items });
    await service.automation.post(`/quotes/${open.body.id}/send`, { email: 'ada@example.test' });
    const listed = await run(['quotes', 'proposals', open.body.number]);
    assert.match(listed.stderr, /^0 of 0 proposals/);
    const unknown = ['quotes', 'apply-proposal', open.body.number, 'prp_01k0a1b2c3d4e5f6g7h8j9kmnp'];
    const blamed = (await run(unknown)).stderr;
    assert.match(blamed, /prp_01k0a1b2c3d4e5f6g7h8j9kmnp: This quote has no request for changes/);
    assert.doesNotMatch(blamed, /there is no quote/);
    const twice = (await run(['quotes', 'convert', quote.number])).stderr;
    assert.match(twice, new RegExp(`See: proffer invoices list --quote ${quote.number}`));
    assert.doesNotMatch(twice, /invoiceId/);
  });
});

describe('proffer import', () => {
  it('reads standard input, CSV or JSON, and maps column names', async () => {
    const csv = 'Kd-Nr;Firma;Mail;Notiz\nk1;Ärzte;a@b.test;x\n';
    const map = ['--map', 'Kd-Nr=id, Firma=name,Mail=email', '--ignore-unknown'];
    assert.match(await ok(['customers', 'import', '-', ...map], csv), /^1 created/);
    assert.equal((await service.automation.get('/customers/k1')).body.name, 'Ärzte');
    const json = '[{ "nr": "k2", "name": "Two" }]';
    assert.match(await ok(['customers', 'import', '-', '--map', 'nr=id'], json), /^1 created/);
    assert.match(await ok(['customers', 'import', '-', '--format', 'json'], '{"data":[]}'), /^0 created/);
    for (const [args, says] of [
      [['--map', 'Firma=company'], /"Firma=company" must be COLUMN=FIELD/],
      [['--map', 'Name=name'], /there is no column "Name", which --map names/],
      [['--format', 'xml'], /--format must be csv, xlsx or json/],
    ] as const) {
      const { code, stderr } = await run(['customers', 'import', '-', ...args], 'id,name\n1,a\n');
      assert.notEqual(code, 0);
      assert.match(stderr, says);
    }
  });

  it('accepts an export, including escaped formulas', async () => {
    await service.automation.put('/customers/formula', { name: '=1+1', phone: '+49 89', address: "'@x\n'-" });
    const { text } = await service.automation.get('/customers', { headers: { Accept: 'text/csv' } });
    assert.match(text, /formula,'=1\+1,,'\+49 89,"''@x/);
    assert.match(await ok(['customers', 'import', '-'], text), /^0 created, 0 updated, [1-9]\d* unchanged/);
  });
});

describe('proffer completion', () => {
  it('completes commands, options and files in bash', async () => {
    const script = join(folder.path, 'completion');
    const { stdout } = await run(['completion', 'bash']);
    await writeFile(script, stdout);
    const complete = (...words: string[]) => {
      const list = ['proffer', ...words].map((word) => `'${word}'`).join(' ');
      const code = `source '${script}'; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _proffer; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', code], { encoding: 'utf8', cwd: folder.path }).trim();
    };
    assert.equal(complete('quo'), 'quotes');
    assert.equal(
      complete('quotes', ''),
      'list show send remind convert end-recurring proposals apply-proposal decline-proposal pdf evidence export',
    );
    assert.equal(complete('quotes', 'list', '--created-'), '--created-from --created-to');
    assert.equal(complete('quotes', 'list', '--json', '--lim'), '--limit');
    assert.equal(complete('customers', 'import', 'compl'), 'completion');
  });

  it('supports zsh and fish, and rejects other shells', async () => {
    assert.match(
      await ok(['completion', 'zsh']),
      /bashcompinit[\s\S]*complete -o filenames -F _proffer proffer/,
    );
    const fish = await ok(['completion', 'fish']);
    assert.equal(fish, await fishScript(COMMANDS));
    assert.match(
      fish,
      /__fish_seen_subcommand_from quotes; and __fish_seen_subcommand_from list' -f -l status/,
    );
    const { code, stderr } = await run(['completion', 'tcsh']);
    assert.equal(code, 2);
    assert.match(stderr, /bash, zsh and fish/);
  });
});

describe('proffer listen', () => {
  it('prints events and forwards them, signed as a webhook', async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const receiver = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      response.writeHead(received.length === 1 ? 204 : 500).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const listening = listen([
      ...['--forward-to', `http://localhost:${port}/hook`, '--types', 'quote.*', '--secret', secret],
    ]);
    await listening.until('stderr', /Forwarding to .*whsec_/);
    await service.automation.put('/customers/heard', { name: 'Not forwarded' });
    const quote = await createQuote(service.automation, { customerId: 'cus_demo' });
    await service.automation.delete(`/quotes/${quote.id}`);
    await listening.until('stdout', /quote\.deleted.*\n/);
    assert.equal(await listening.stop(), 0);
    receiver.close();

    const lines = listening.written.stdout.trimEnd().split('\n');
    assert.equal(lines.length, 2);
    assert.match(
      lines[0] ?? '',
      new RegExp(`Z {2}quote\\.created +${quote.number} {2}evt_\\w+ {2}→ 204 \\(`),
    );
    assert.match(lines[1] ?? '', /→ 500 \(/);
    const hook = new Webhook(secret);
    const events = received.map(({ headers, body }) => hook.verify(body, headers as Record<string, string>));
    const { data } = (await service.automation.get('/events?type=quote.created')).body;
    assert.deepEqual(events[0], data.at(-1));
  });

  it('listens to a remote service, and reports errors', async () => {
    const { id } = (await service.automation.get('/events?limit=1')).body.data[0];
    const env = { PROFFER_API_KEY: TEST_KEY };
    const listening = listen(['--url', service.url, '--after', id, '--json'], env);
    await listening.until('stdout', /quote\.created.*\n/);
    assert.equal(await listening.stop(), 0);
    const [line = ''] = listening.written.stdout.split('\n');
    assert.deepEqual(
      JSON.parse(line),
      (await service.automation.get(`/events?after=${id}&limit=1`)).body.data[0],
    );
    for (const [args, says, given] of [
      [['--types', 'quote.lost'], /no type quote\.lost\. Types: \*, /],
      [['--forward-to', 'ftp://localhost'], /--forward-to must begin with/],
      [['--after', 'yesterday'], /--after must be/],
      [['--url', service.url], /set PROFFER_API_KEY/],
      [['--url', service.url], /does not know the key in PROFFER_API_KEY/, { PROFFER_API_KEY: 'wrong' }],
      [['--url', 'http://127.0.0.1:1'], /does not respond at http:\/\/127\.0\.0\.1:1/, env],
    ] as [string[], RegExp, Record<string, string>?][]) {
      const { code, stderr } = await command(['listen', ...args], {
        DATA_DIR: service.config.dataDir,
        ...given,
      });
      assert.notEqual(code, 0);
      assert.match(stderr, says);
    }
  });
});

describe('proffer trigger', () => {
  const env = { PROFFER_API_KEY: TEST_KEY };
  const trigger = (...args: string[]) => command(['trigger', ...args, '--url', service.url], env);

  it('causes each type of event in a test account', async () => {
    // The job that records it does not run by itself here.
    const types = Object.keys(SCENARIOS).filter((type) => type !== 'quote.expiring');
    for (const type of types) {
      const { code, stdout, stderr } = await trigger(type, '--json');
      assert.equal(code, 0, `${type}: ${stderr}`);
      const event = JSON.parse(stdout);
      assert.equal(event.type, type);
      assert.deepEqual((await service.automation.get(`/events/${event.id}`)).body, event);
    }
  });

  it('finds the test account in the database, and uses a key that it revokes', async () => {
    const local = { DATA_DIR: service.config.dataDir, PORT: new URL(service.url).port };
    const { code, stdout, stderr } = await command(['trigger', 'quote.created'], local);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^\S+Z {2}quote\.created +Q-\S+ {2}evt_\w+\n$/);
    await ok(['keys', 'create', '--name', 'Margins', '--draft', '--costs']);
    const keys = await ok(['keys', 'list']);
    assert.match(keys, /proffer trigger .*\d\n/);
    assert.match(keys, /Margins +\S+ +read,draft,costs /);
  });

  it('revokes the key when it is stopped', async () => {
    const { next } = (await service.automation.get('/events?after=latest')).body;
    // The job that records the event does not run here, so the command waits for it.
    const child = spawn(process.execPath, [...PROGRAM, 'trigger', 'quote.expiring'], {
      env: { ...PROGRAM_ENV, DATA_DIR: service.config.dataDir, PORT: new URL(service.url).port },
      stdio: 'ignore',
    });
    const closed = once(child, 'close');
    await until(async () => (await service.automation.get(`/events?after=${next}`)).body.data.length > 0);
    child.kill('SIGINT');
    assert.deepEqual(await closed, [130, null]);
    const keys: Json[] = JSON.parse(await ok(['keys', 'list', '--json'])).data;
    const key = keys.filter(({ name }) => name === 'proffer trigger').at(-1);
    assert.ok(key?.revokedAt);
    assert.equal(Date.parse(key.expiresAt) - Date.parse(key.createdAt), 3_600_000);
  });

  it('rejects unknown types, types that need somebody else, and live accounts', async () => {
    const unknown = await trigger('quote.acepted');
    assert.equal(unknown.code, 2);
    assert.match(
      unknown.stderr,
      /quote\.acepted to trigger \(did you mean quote\.accepted\?\)\. Types: customer\./,
    );
    assert.match((await trigger('payment.disputed')).stderr, /cannot be triggered/);
    const { key } = await service.newAccount({ kind: 'live' });
    const refused = await command(['trigger', 'quote.created', '--url', service.url], {
      PROFFER_API_KEY: key,
    });
    assert.match(refused.stderr, /test accounts only/);
  });

  it('reports a service that cannot be reached, and an account that it cannot choose there', async () => {
    const remote = ['--url', 'http://test.invalid'];
    const { stderr } = await command(['trigger', 'quote.created', ...remote], env);
    assert.match(stderr, /does not respond at http:\/\/test\.invalid/);
    for (const words of [['trigger', 'quote.created'], ['listen']]) {
      const both = await command([...words, ...remote, '--account', 'acc_1'], env);
      assert.equal(both.code, 2);
      assert.match(both.stderr, /either --account or --url/);
    }
  });

  it('resend reports that no endpoint has the type of the event', async () => {
    const { id } = (await service.automation.get('/events?limit=1')).body.data[0];
    for (const words of [['events', 'resend'], ['resend']]) {
      const { code, stderr } = await command([...words, id, '--url', service.url], env);
      assert.equal(code, 1);
      assert.match(stderr, /No enabled webhook endpoint/);
    }
    const url = 'https://hooks.example.com/x';
    const endpoint = (await service.automation.post('/webhook-endpoints', { url })).body;
    const { code, stdout } = await command(['resend', id, '--url', service.url], env);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^${id} → ${endpoint.id} \\(whd_\\w+\\)\\n$`));
    const unknown = await command(['resend', 'evt_x', '--url', service.url], env);
    assert.match(unknown.stderr, /no event with this id/);
  });

  it('resend finds the account of the event, whichever it is', async () => {
    const account = await service.newAccount();
    await account.post('/webhook-endpoints', { url: 'https://hooks.example.com/y' });
    const { id } = (await account.get('/events?limit=1')).body.data[0];
    const local = { DATA_DIR: service.config.dataDir, PORT: new URL(service.url).port };
    const { code, stdout, stderr } = await command(['resend', id], local);
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^${id} → whe_`));
    assert.match((await command(['resend', 'evt_x'], local)).stderr, /no event with this id/);
  });

  it('trigger --help lists every type', async () => {
    const { stdout } = await command(['trigger', '--help']);
    const [, listed = ''] = /Types: (.*?)\.\n\n/s.exec(stdout) ?? [];
    const types = listed.split(/;\s+/).flatMap((group) => {
      const [first = '', ...others] = group.split(/,\s+/);
      return [first, ...others.map((name) => first.split('.')[0] + name)];
    });
    assert.deepEqual(types, Object.keys(SCENARIOS));
  });
});

/** Starts a command that runs until it is stopped. */
function listen(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...PROGRAM, 'listen', ...args], {
    env: { ...PROGRAM_ENV, DATA_DIR: service.config.dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      written[name] += piece;
    });
  }
  const closed = once(child, 'close');
  return {
    written,
    async until(name: 'stdout' | 'stderr', pattern: RegExp): Promise<void> {
      await until(() => {
        if (child.exitCode !== null) throw new Error(`ended early: ${written.stderr}`);
        return pattern.test(written[name]);
      });
    },
    async stop(): Promise<number | null> {
      child.kill('SIGINT');
      const [code] = await closed;
      return code;
    },
  };
}
