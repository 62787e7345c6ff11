import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { closeAccount, reopenAccount } from '../src/actions/account/close-account.ts';
import { acceptAsNew } from '../src/actions/people/invitations.ts';
import { hashPassword } from '../src/actions/people/passwords/password-hash.ts';
import { openSqlite } from '../src/store/sqlite/sqlite.ts';
import { type Finished, prepareDatabase, proffer, temporaryFolder } from './support/service/cli.ts';
import { command } from './support/service/command.ts';
import { startTestService, type TestService } from './support/service/service.ts';

// The smallest PNG: one pixel.
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let accountId: string;
let service: TestService | undefined;

before(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
  ({ accountId } = await prepareDatabase(dataDir));
});
after(async () => {
  await service?.close();
  await folder.remove();
});

const run = (...args: string[]): Promise<Finished> => command(args, { DATA_DIR: dataDir });

async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, content);
  return path;
}

function assertRefused({ code, stdout, stderr }: Finished, wantedCode: number, pattern: RegExp): void {
  assert.equal(code, wantedCode, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, pattern);
  assert.equal(stderr.trimEnd().split('\n').length, 1, `one line, not ${stderr}`);
}

describe('proffer users', () => {
  it('invites, lists, resets and removes users, and prints links without a mail server', async () => {
    const invited = await run('users', 'invite', 'Ada@Example.test', '--role', 'owner');
    assert.equal(invited.code, 0, invited.stderr);
    assert.match(invited.stdout, /^http:\/\/localhost:3000\/invitation\?code=[\w-]{22}\n$/);
    assert.match(invited.stderr, /no mail server/);
    assertRefused(await run('users', 'invite', 'nobody'), 2, /one email address/);
    assertRefused(await run('users', 'invite', 'a@b.test', '--role', 'boss'), 2, /owner, member, reader/);
    for (const [option, value] of [
      ['--expires', 'tomorrow'],
      ['--expires', '2020-01-01'],
      ['--from', 'everywhere'],
      ['--name', ' '],
    ] as const) {
      const refused = await run('keys', 'create', option, value);
      assertRefused(refused, 2, new RegExp(`${option} must`));
    }
    assertRefused(await run('keys', 'create', '--draft', '--read-only'), 2, /use either/);
    assertRefused(await run('verify', '/nowhere.pdf'), 1, /no such file/);
    assertRefused(await run('verify'), 2, /needs <file/);
    const { data: users, invitations } = await json('users', 'list');
    assert.deepEqual([users, invitations[0].email, invitations[0].role], [[], 'ada@example.test', 'owner']);
    const mailed = await command(['users', 'invite', 'b@example.test'], {
      DATA_DIR: dataDir,
      SMTP_URL: 'smtp://localhost:2525',
    });
    assert.deepEqual([mailed.code, mailed.stdout], [0, '']);
    assertRefused(
      await run('users', 'reset', 'ada@example.test'),
      1,
      /there is no user with this email address/,
    );

    const db = await openSqlite(dataDir);
    const code = new URL(invited.stdout.trim()).searchParams.get('code') ?? '';
    const password = await hashPassword('tide pool lantern');
    assert.ok(await acceptAsNew({ db }, code, { name: 'Ada', password }, undefined, Date.now()));
    await db.close();
    const reset = await run('users', 'reset', 'ada@example.test');
    assert.match(reset.stdout, /^[2-9A-Z]{4}-[2-9A-Z]{4}\n$/);
    assert.match(reset.stderr, /Code for Ada, .*\/reset/);
    assert.match((await run('users', 'list')).stdout, /ada@example\.test +Ada +owner/);
    assertRefused(await run('users', 'remove', 'ada@example.test'), 1, /needs an owner/);
    assertRefused(await run('users', 'remove', 'other@example.test'), 1, /there is no user/);
  });
});

describe('proffer help', { concurrency: 2 }, () => {
  it('shows every command, and the options of each', async () => {
    const overview = await proffer([]);
    assert.equal(overview.code, 0);
    for (const command of [
      'serve',
      'keys create',
      'customers import',
      'catalogue import',
      'account set',
      'backup',
      'config',
    ]) {
      assert.match(overview.stdout, new RegExp(`^ {2}${command}\\b`, 'm'));
    }
    assert.equal((await command(['--help'])).stdout, overview.stdout);
    assert.match((await command(['keys'])).stdout, /keys revoke <key-id/);
    const create = await command(['keys', 'create', '--help']);
    assert.match(create.stdout, /--read-only +The key may read/);
    assert.equal((await command(['help', 'keys', 'create'])).stdout, create.stdout);
  });

  it('prints the version', async () => {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
    assert.equal((await proffer(['--version'])).stdout, `${version}\n`);
  });

  it('rejects unknown commands and options with exit code 2', async () => {
    assertRefused(await run('keyz'), 2, /unknown command "keyz" \(did you mean "keys"\?\)/);
    assertRefused(await run('keys', 'make'), 2, /unknown command "keys make"/);
    assertRefused(await run('keys', 'list', '--jsn'), 2, /unknown option --jsn \(did you mean "--json"\?\)/);
    assertRefused(await run('keys', 'create', '--name'), 2, /--name.*See: proffer keys create --help/);
    assertRefused(await run('verify'), 2, /needs <file>/);
    assertRefused(await run('backup'), 2, /name the file, or set BACKUP_DIR/);
    assertRefused(await run('backup', 'copy.db', '--keep', '3'), 2, /--keep is for copies in BACKUP_DIR/);
    assertRefused(await run('config', 'all'), 2, /unexpected argument "all"/);
  });
});

describe('a command without a database', { concurrency: 2 }, () => {
  it('reports it and creates none', async () => {
    const empty = join(folder.path, 'empty');
    await mkdir(empty);
    assertRefused(await command(['keys', 'list'], { DATA_DIR: empty }), 1, /there is no database in .*empty/);
    await assert.rejects(stat(join(empty, 'proffer.db')));
  });

  it('names an invalid variable', async () => {
    assertRefused(await command(['config'], { PORT: 'x' }), 1, /^proffer: PORT: must be a whole number/);
  });

  it('opens no other file as a database', async () => {
    const other = join(folder.path, 'other');
    await mkdir(other);
    await writeFile(join(other, 'proffer.db'), 'this is not a database, whatever its name says');
    assertRefused(
      await command(['keys', 'list'], { DATA_DIR: other }),
      1,
      /DATA_DIR .*not a Proffer database/,
    );
  });
});

describe('proffer config', () => {
  it('shows the effective settings and hides secrets', async () => {
    const { stdout } = await command(['config'], {
      PORT: '8080',
      DATABASE_URL: 'postgres://me:hunter2@db.example/quotes?password=hunter2',
      SMTP_URL: 'smtp://mailer:hunter2@mail.example:587',
      PROFFER_API_KEY: 'prf_live_hunter2hunter2hunter2hunter2hunter2',
      PROFFER_SECRET: 'hunter2'.repeat(6),
    });
    assert.doesNotMatch(stdout, /hunter2/);
    assert.match(stdout, /^PORT +8080 +environment/m);
    assert.match(stdout, /^HOST +127\.0\.0\.1 +default/m);
    assert.match(stdout, /postgres:\/\/…@db\.example\/quotes\?…/);
  });

  it('never shows a password, in any notation', async () => {
    for (const [variable, value] of [
      ['SMTP_URL', 'smtp://hunter2@mail.example'],
      ['SMTP_URL', 'smtp://hunter2:hunter2@mail.example?name=hunter2'],
      ['SMTP_URL', 'smtp://me:hunt@hunter2@mail.example'],
      ['SMTP_URL', 'smtp://me:x#hunter2@mail.example'],
      ['SMTP_URL', 'smtp//me:hunter2@mail.example'],
      ['DATABASE_URL', 'postgres://me:hunter2@/quotes?host=/run'],
      ['DATABASE_URL', 'postgres:///quotes?host=/run&user=me&password=hunter2'],
      ['DATABASE_URL', 'postgres://me:1/hunter2@db.example/quotes'],
      ['DATABASE_URL', 'mysql://me:hunter2@db.example/quotes'],
      ['PUBLIC_URL', 'https://me:hunter2@quotes.example'],
    ] as const) {
      const { stdout, stderr } = await command(['config'], { [variable]: value });
      assert.doesNotMatch(stdout + stderr, /hunter2/, value);
      assert.match(stdout + stderr, new RegExp(variable));
      assert.doesNotMatch(stderr, /\n./, 'one line');
    }
    for (const place of [
      'mysql://me:hunter2@db.example/quotes',
      'postgres://me:1#hunter2@db.example/quotes',
    ]) {
      const { code, stdout, stderr } = await command(['move', '--from', 'sqlite:./data', '--to', place]);
      assert.equal(code, 2);
      assert.match(stderr, /^proffer: --to must [^\n]*\n$/);
      assert.doesNotMatch(stdout + stderr, /hunter2/);
    }
  });
});

describe('proffer keys', () => {
  it('creates, lists and revokes keys', async () => {
    const created = await run('keys', 'create', '--name', 'webshop');
    assert.match(created.stdout, /^prf_live_\S+\n$/);
    const reader = await json('keys', 'create', '--name', 'reports', '--read-only');
    assert.deepEqual(reader.scopes, ['read']);

    const { data: listed } = await json('keys', 'list', '--account', accountId);
    assert.deepEqual(listed.map(({ name }: { name: string }) => name).sort(), [
      'First key',
      'reports',
      'webshop',
    ]);
    assert.doesNotMatch(JSON.stringify(listed), new RegExp(reader.secret));

    assert.match((await run('keys', 'revoke', reader.id)).stdout, /"reports" revoked/);
    assert.match((await run('keys', 'revoke', reader.id)).stdout, /was revoked already/);
    const { data: after } = await json('keys', 'list');
    assert.notEqual(after.find(({ id }: { id: string }) => id === reader.id).revokedAt, null);
  });

  it('revokes all keys or none, and repeats no secret', async () => {
    const [first] = (await json('keys', 'list')).data;
    assertRefused(
      await run('keys', 'revoke', first.id, 'prf_live_0123456789'),
      1,
      /no such key: prf_live_0123…/,
    );
    assert.equal((await json('keys', 'list')).data[0].revokedAt, null);
  });
});

describe('proffer account', () => {
  it('shows and sets the account by the rules of the API', async () => {
    const logo = await file('logo.png', Buffer.from(PIXEL, 'base64'));
    const address = await file('address.txt', '1 High Street\nLondon\n');
    await run('account', 'set', 'phone=123', 'reminderDays=3');
    const changed = await json(
      ...['account', 'set', 'name=Acme = Söhne', 'validityDays=14', 'phone=', 'reminderDays='],
      ...[`logo=@${logo}`, `address=@${address}`],
    );
    assert.equal(changed.name, 'Acme = Söhne');
    assert.equal(changed.validityDays, 14);
    assert.equal(changed.phone, null);
    assert.equal(changed.reminderDays, null);
    assert.equal(changed.logo, `data:image/png;base64,${PIXEL}`);
    assert.equal(changed.address, '1 High Street\nLondon');
    assert.deepEqual(await json('account', 'show'), changed);
    const { stdout } = await run('account', 'show');
    assert.match(stdout, /^logo +image\/png, \d+ KiB$/m);
    assert.match(stdout, /^approval +–$/m);
    const account = { holder: 'Acme: Söhne', iban: 'GB29NWBK60161331926819', bic: null, name: null };
    const bankOf = async (value: string) => (await json('account', 'set', `bank=${value}`)).bank;
    assert.deepEqual(await bankOf('GB29 NWBK 6016 1331 9268 19'), { ...account, holder: null });
    assert.deepEqual(await bankOf('Holder: Acme: Söhne; IBAN: GB29NWBK60161331926819'), account);
    assert.match((await run('account', 'show')).stdout, /^bank +holder: Acme: Söhne; iban: GB29 NWBK 6016 /m);
    assert.deepEqual(await bankOf('Sort code: 20-00-00; Account: 55779911'), {
      lines: ['Sort code: 20-00-00', 'Account: 55779911'],
    });
    assert.match((await run('account', 'show')).stdout, /^bank +Sort code: 20-00-00; Account: 55779911$/m);
    assert.equal(await bankOf(''), null);
    assertRefused(
      await run('account', 'set', 'bank=GB30 NWBK 6016 1331 9268 19'),
      2,
      /bank\/iban must be an IBAN with/,
    );
  });

  it('sets the rules of approval one by one, as it shows them', async () => {
    const set = async (rules: string) => (await json('account', 'set', `approval=${rules}`)).approval;
    const none = { totalFrom: null, discountFrom: null, marginBelow: null, madeByKeys: null };
    const two = { ...none, totalFrom: 100_000, discountFrom: 12.5 };
    assert.deepEqual(await set('totalFrom: 100000; discountFrom: 12.5'), two);
    assert.deepEqual(await set('madeByKeys: true'), { ...two, madeByKeys: true });
    const shown = /^approval +(.*)$/m.exec((await run('account', 'show')).stdout)?.[1] ?? '';
    assert.deepEqual(await set(shown), { ...two, madeByKeys: true });
    assert.deepEqual(await set('madeByKeys: false; totalFrom:'), {
      ...{ ...none, discountFrom: 12.5, madeByKeys: false },
    });
    assert.deepEqual(await set(''), none);
  });

  it('rejects invalid values with all errors and changes nothing', async () => {
    const before = await json('account', 'show');
    const refused = await run(
      'account',
      'set',
      'name=',
      'currency=XYZ1',
      'validityDays=x',
      'email=a@example.com',
    );
    assertRefused(refused, 2, /name must.*currency must.*validityDays must/);
    assertRefused(await run('account', 'set', 'nam=x'), 2, /no setting "nam" \(did you mean "name"\?\)/);
    assertRefused(await run('account', 'set', 'id=x'), 2, /no setting "id"/);
    assertRefused(
      await run('account', 'set', 'approval=totalFrom: x; some: 1'),
      2,
      /approval\/some is not.*approval\/totalFrom must/,
    );
    assertRefused(await run('account', 'set', 'name'), 2, /"name" is not key=value/);
    assertRefused(await run('account', 'set', 'logo=@/nowhere.png'), 1, /\/nowhere\.png: no such file/);
    const logo = await file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    assertRefused(await run('account', 'set', `logo=@${logo}`), 1, /logo must be.*without.*<script>/);
    assert.deepEqual(await json('account', 'show'), before);
  });
});

/** Starts the service for the commands that need it. They have the time of the system, and so have their keys. */
async function startService(): Promise<void> {
  const place = { env: { DATA_DIR: dataDir, PROFFER_API_KEY: '' }, dataDir, remove: async () => {} };
  service ??= await startTestService({ place, now: Date.now() });
}

describe('proffer accounts', () => {
  before(startService);

  it('creates accounts with a key of their kind, isolated from each other', async () => {
    const { account, key } = await json('accounts', 'create', '--test', '--name', 'Playground');
    assert.equal(account.kind, 'test');
    assert.match(key.secret, /^prf_test_/);
    assert.match((await run('accounts', 'list')).stdout, /^acc_\S+ +Playground +test/m);
    assert.equal((await json('customers', 'list', '--account', account.id)).pagination.total, 0);
    assertRefused(await run('customers', 'list', '--account', 'acc_x'), 1, /no account acc_x/);
  });

  it('deletes a closed account next to the running service, and says what it did', async () => {
    const { account, key } = await json('accounts', 'create', '--name', 'Gone & Co');
    const { id } = account;
    const remove = (...more: string[]) => run('accounts', 'delete', id, ...more);
    assertRefused(await remove(), 2, /--name must be the exact name/);
    assertRefused(await remove('--name', 'Gone'), 1, /the account has another name/);
    assertRefused(await remove('--name', 'Gone & Co'), 1, /the account is open: an owner closes it first/);
    assert.ok(service);
    await closeAccount(service, id, 'Gone & Co', service.clock());
    assert.match((await run('accounts', 'list')).stdout, /Gone & Co +live +\S+ \S+ +20\d\d-/);
    const { code, stdout, stderr } = await remove('--name', 'Gone & Co');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^keys +1$/m);
    assert.match(stderr, /^Deleted acc_\w+ "Gone & Co", and 0 people .*Backups .* still have all of it\.\n$/);
    assert.equal((await service.client(key.secret).get('/account')).status, 401);
    assertRefused(await remove('--name', 'Gone & Co'), 1, /there is no such account/);
    const [first] = (await json('accounts', 'list')).data;
    await closeAccount(service, first.id, first.name, service.clock());
    assertRefused(
      await run('accounts', 'delete', first.id, '--name', first.name),
      1,
      /this is the first account/,
    );
    await reopenAccount(service, first.id, service.clock());
  });

  it('sets, shows and removes limits', async () => {
    const { data } = await json('accounts', 'list');
    const { id } = data[0];
    const limits = ['quotes=1000', 'storage=1.5GB', 'people=5', 'requests=600'];
    const shown = await run('accounts', 'limit', id, ...limits);
    assert.match(
      shown.stdout,
      /^quotes +1000 +0\nstorage +1500000000 +\d+\npeople +5 +\d\nrequests +600 +–$/m,
    );
    const removed = await json('accounts', 'limit', id, 'quotes=none', 'people=none', 'requests=none');
    assert.equal(removed.limits.storage.limit, 1_500_000_000);
    assert.deepEqual(Object.keys((await json('accounts', 'limit', id)).limits), ['storage']);
    assert.deepEqual((await json('accounts', 'limit', id, 'storage=none')).limits, {});
    for (const [words, pattern] of [
      [['people'], /"people" is not limit=value/],
      [['poeple=5'], /there is no limit "poeple" \(did you mean "people"\?\)/],
      [['people=0'], /people must be a whole number of at least 1, or none/],
      [['quotes=10MB'], /quotes must be a whole number, or none/],
      [['quotes=1', 'quotes=2'], /"quotes" is given twice/],
    ] as const)
      assertRefused(await run('accounts', 'limit', id, ...words), 2, pattern);
    assertRefused(await run('accounts', 'limit', 'acc_none'), 1, /there is no account acc_none/);
  });
});

describe('proffer customers', () => {
  before(startService);

  const list = async () => (await json('customers', 'list')).data;

  it('starts with three demo customers in the test account, and none in the live one', async () => {
    assert.deepEqual(await list(), []);
    const { data: accounts } = await json('accounts', 'list');
    const test = accounts.find(({ name }: { name: string }) => name === 'My business (test)').id;
    const demo = (await json('customers', 'list', '--account', test)).data;
    assert.deepEqual(
      demo.map(({ id, locale }: Record<string, string>) => [id, locale]),
      [
        ['cus_demo', 'en-GB'],
        ['cus_demo_fr', 'fr-FR'],
        ['cus_demo_jp', 'ja-JP'],
      ],
    );
    const found = await run('customers', 'list', '--account', test, '--search', 'さくら');
    assert.match(found.stdout, /^cus_demo_jp/m);
    assert.match(found.stderr, /^1 of 1 customers/);
  });

  it('imports valid rows of a CSV, and reports invalid rows with their line', async () => {
    const path = await file(
      'customers.csv',
      [
        '\ufeffID;Name;Fax;Address;Tax ID;Locale;Kind',
        'csv_1;"Müller; Söhne";m@example.com;"Weg 1\nBerlin";DE1;de-DE;person',
        'csv_2;Nobody;not an address;;;;',
        ';;;;;;',
        'csv_3;Long row;;;;;;;',
        'csv_1;Again;;;;;',
        'csv_4;  Last  ;;;;xx-invalid-locale-tag-that-is-wrong;firm',
        'csv_5;"Said ""yes""";;;;;',
      ].join('\r\n'),
    );
    assertRefused(await run('customers', 'import', path), 1, /unknown column "Fax"/);
    await writeFile(path, (await readFile(path, 'utf8')).replace('Fax', 'E-Mail'));

    const dry = await run('customers', 'import', path, '--dry-run');
    assert.match(dry.stdout, /^2 would be created, 0 would be updated, 0 unchanged, 5 bad rows skipped$/m);
    assert.equal((await list()).length, 0);

    const done = await run('customers', 'import', path);
    assert.equal(done.code, 1);
    assert.match(done.stdout, /^2 created, 0 updated, 0 unchanged, 5 bad rows skipped$/m);
    for (const expected of [
      /customers\.csv:4 \(csv_2\): email must be one email address/,
      /customers\.csv:5: name is required/,
      /customers\.csv:6 \(csv_3\): has 9 values, the first line names 7 columns/,
      /customers\.csv:7 \(csv_1\): id is on line 2 already/,
      /customers\.csv:8 \(csv_4\):.* locale must/,
      /customers\.csv:8 \(csv_4\):.* kind must be one of company, person/,
    ]) {
      assert.match(done.stderr, expected);
    }
    const first = (await list()).find(({ id }: { id: string }) => id === 'csv_1');
    assert.equal(first.name, 'Müller; Söhne');
    assert.equal(first.address, 'Weg 1\nBerlin');
    assert.equal(first.country, null);
    assert.equal(first.kind, 'person');
  });

  it('imports its own API responses, and leaves unchanged customers alone', async () => {
    const before = await list();
    const changed = before.map((customer: { id: string }) =>
      customer.id === 'csv_1' ? { ...customer, name: 'New name', createdAt: 'ignored' } : customer,
    );
    const path = await file('customers.json', JSON.stringify({ data: changed }));
    const report = await json('customers', 'import', path);
    assert.deepEqual(report, {
      dryRun: false,
      created: 0,
      updated: 1,
      unchanged: before.length - 1,
      bad: [],
    });
    const after = await list();
    assert.deepEqual(
      after.filter(({ id }: { id: string }) => id !== 'csv_1'),
      before.filter(({ id }: { id: string }) => id !== 'csv_1'),
    );
    const demo = after.find(({ id }: { id: string }) => id === 'csv_1');
    assert.equal(demo.name, 'New name');
    assert.equal(demo.createdAt, before.find(({ id }: { id: string }) => id === 'csv_1').createdAt);
  });

  it('keeps fields that a file or a short row does not have, unless --replace', async () => {
    const full = await file(
      'full.csv',
      'Kundennummer;Firma;Telefon;E-Mail;Straße;Ort;PLZ;Land\r\nkeep_1;Ada;030 1;a@b.test;Weg 1;Berlin;10115;Germany\r\nshort_1;Short\r\n',
    );
    assert.equal((await json('customers', 'import', full)).created, 2);
    const find = async (id: string) => (await list()).find((customer: { id: string }) => customer.id === id);
    const before = await find('keep_1');
    assert.deepEqual(
      [before.name, before.phone, before.email, before.country],
      ['Ada', '030 1', 'a@b.test', 'DE'],
    );
    assert.deepEqual(
      [before.street, before.postalCode, before.city, before.address],
      ['Weg 1', '10115', 'Berlin', null],
    );
    const names = await file('names.csv', 'id,name\nkeep_1,Ada Lovelace\n');
    assert.equal((await json('customers', 'import', names)).updated, 1);
    const short = await file('short.csv', 'id,name,phone,email\nkeep_1,Ada Lovelace,\n');
    assert.equal((await json('customers', 'import', short)).updated, 1);
    const kept = await find('keep_1');
    assert.deepEqual([kept.name, kept.phone, kept.email], ['Ada Lovelace', null, 'a@b.test']);
    const dry = await json('customers', 'import', names, '--replace', '--dry-run');
    assert.deepEqual([dry.updated, (await find('keep_1')).email], [1, 'a@b.test']);
    assert.equal((await json('customers', 'import', names, '--replace')).updated, 1);
    assert.deepEqual([(await find('keep_1')).email, (await find('keep_1')).street], [null, null]);
  });

  it('generates missing ids, and names the column in errors', async () => {
    const path = await file('no-ids.csv', 'Nom;Courriel\nGrace;grace@b.test\nEve;wrong\n');
    const { code, stderr, stdout } = await run('customers', 'import', path);
    assert.equal(code, 1);
    assert.match(stdout, /^1 created/);
    assert.match(stderr, /no-ids\.csv:3: email \(column "Courriel"\) must be one email address/);
    const again = await run('customers', 'import', path, '--json');
    const { unchanged, bad } = JSON.parse(again.stdout);
    assert.deepEqual([unchanged, bad[0].line, bad[0].errors[0].column], [1, 3, 'Courriel']);
    assertRefused(
      await run('customers', 'import', await file('twice.csv', 'name,name\na,b')),
      1,
      /"name" appears twice/,
    );
  });

  it('says which column is which field, and takes the email for a missing name', async () => {
    const path = await file(
      'stripe.csv',
      'id,Email,Name,Plan,Default language\ncus_1,ada@b.test,,gold,fr_FR\ncus_2,bob@b.test,Bob,,\n',
    );
    const first = await run('customers', 'import', path, '--ignore-unknown');
    assert.match(first.stdout, /^2 created, 0 updated, 0 unchanged, 0 bad rows skipped$/m);
    const mapping = 'id from "id", email from "Email", name from "Name", locale from "Default language"';
    assert.ok(first.stderr.includes(`stripe.csv: ${mapping}\n`), first.stderr);
    assert.match(first.stderr, /stripe\.csv: ignored "Plan"$/m);
    const find = async (id: string) => (await list()).find((customer: { id: string }) => customer.id === id);
    const { name, locale } = await find('cus_1');
    assert.deepEqual([name, locale], ['ada@b.test', 'fr-FR']);
    await writeFile(path, 'id,name,email\ncus_2,,bob@b.test\n');
    assert.equal((await json('customers', 'import', path)).unchanged, 1, 'a known name stays');
  });

  it('rejects invalid JSON customers with their line', async () => {
    const path = await file(
      'bad.json',
      '[\n {"id": "j1", "name": "Good"},\n {"id": "j2", "nme": "x"},\n 7,\n {"id": 5, "name": "a\\u0000"}\n]',
    );
    const { code, stdout } = await run('customers', 'import', path, '--json');
    assert.equal(code, 1);
    const { created, bad } = JSON.parse(stdout);
    assert.equal(created, 1);
    assert.deepEqual(
      bad.map(({ line, errors }: { line: number; errors: { path: string }[] }) => [
        line,
        errors.map((e) => e.path),
      ]),
      [
        [3, ['/name', '/nme']],
        [4, ['']],
        [5, ['/name']],
      ],
    );
  });

  it('needs a readable file', async () => {
    assertRefused(await run('customers', 'import', 'x.txt'), 1, /x\.txt: no such file/);
    assertRefused(
      await run('customers', 'import', await file('x.txt', 'id')),
      1,
      /must end with \.csv, \.xlsx or \.json/,
    );
    assertRefused(await run('customers', 'import', await file('x.json', '[{]')), 1, /not valid JSON/);
    assertRefused(await run('customers', 'import', await file('y.json', '"x"')), 1, /must be a list/);
    const latin = await file('latin.csv', Buffer.from('id,name\n1,M\xfcller', 'latin1'));
    const decoded = await run('customers', 'import', latin, '--json');
    assert.deepEqual([decoded.code, JSON.parse(decoded.stdout).created], [0, 1]);
    assert.match(decoded.stderr, /latin\.csv: not UTF-8, read as Windows-1252/);
    const binary = await file('binary.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]));
    assertRefused(await run('customers', 'import', binary), 1, /binary\.csv is not text/);
    const damaged = await file('damaged.csv', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff]));
    assertRefused(await run('customers', 'import', damaged), 1, /damaged\.csv: The file is damaged/);
    const excel = await file('excel.csv', Buffer.from('\ufeffid\tname\r\nexcel_1\tMüller', 'utf16le'));
    assert.equal((await json('customers', 'import', excel)).created, 1);
  });
});

describe('proffer catalogue', () => {
  const lines = [
    'SKU;Description;Unit Price;Tax rate;Archived;Unit',
    'A-1;Design;9000;7,5;no;h',
    "'=1+1;<b>Pipe</b>;250;19;;",
    'A-3;Wrong price;ninety;;;',
    ';Every time;1;;;',
    'A-1;Again;1;;;',
    'A-4;;1;;maybe;',
  ];

  it('imports a CSV: updates known skus, and skips invalid rows with their line', async () => {
    const path = await file('prices.csv', lines.join('\n'));
    const dry = await run('catalogue', 'import', path, '--dry-run');
    assert.match(dry.stdout, /^3 would be created, 0 would be updated, 0 unchanged, 3 bad rows skipped$/m);
    const done = await run('catalogue', 'import', path);
    assert.equal(done.code, 1);
    assert.match(done.stdout, /^3 created, 0 updated, 0 unchanged, 3 bad rows skipped$/m);
    for (const expected of [
      /prices\.csv:4 \(A-3\): unitPrice must be an integer/,
      /prices\.csv:6 \(A-1\): sku is on line 2 already/,
      /prices\.csv:7 \(A-4\): description is required; archived must be a boolean/,
    ]) {
      assert.match(done.stderr, expected);
    }
    const same = [
      {
        sku: 'A-1',
        description: 'Design',
        unitPrice: 9000,
        taxRate: 7.5,
        archived: false,
        unit: 'h',
        currency: 'EUR',
      },
      { sku: '=1+1', description: '<b>Pipe</b>', unitPrice: 250, taxRate: 19 },
    ];
    const back = await file('prices.json', JSON.stringify({ data: same }));
    assert.deepEqual(await json('catalogue', 'import', back), {
      ...{ dryRun: false, created: 0, updated: 0, unchanged: 2, bad: [] },
    });
    const dearer = await file('dearer.csv', 'sku,description,unitPrice\nA-1,Design,9500\n');
    assert.equal((await json('catalogue', 'import', dearer)).updated, 1);
    const kept = await file('kept.json', JSON.stringify([{ ...same[0], unitPrice: 9500 }]));
    assert.equal((await json('catalogue', 'import', kept)).unchanged, 1, 'what has no column stays');
  });

  it('parses amounts of a locale, and resets missing fields with --replace', async () => {
    const path = await file(
      'preise.csv',
      'Artikelnummer;Bezeichnung;Preis;MwSt\nD-1;Rohr;"1.234,50 €";19 %\n',
    );
    assert.equal((await json('catalogue', 'import', path, '--locale', 'de')).created, 1);
    const dolibarr = await file('dolibarr.csv', 'Ref.,Label,Unit price (excl.)\nDOL,Chair,45.50000000\n');
    assert.equal((await json('catalogue', 'import', dolibarr, '--locale', 'en')).created, 1);
    const same = await file(
      'rohr.json',
      '[{"sku":"D-1","description":"Rohr","unitPrice":123450,"taxRate":19}]',
    );
    assert.equal((await json('catalogue', 'import', same)).unchanged, 1);
    const bare = await file('bare.csv', 'sku,description,unitPrice\nD-1,Rohr,123450\n');
    assert.equal((await json('catalogue', 'import', bare)).unchanged, 1);
    assert.equal((await json('catalogue', 'import', bare, '--replace')).updated, 1);
    assert.equal((await json('catalogue', 'import', same)).updated, 1, 'the tax rate was reset');
    for (const wrong of ['!', 'German', 'tlh']) {
      const refused = await run('catalogue', 'import', path, '--locale', wrong);
      assertRefused(refused, 2, /--locale must be a language.* Languages are en, de,/);
    }
  });

  it('refuses amounts that languages read differently, unless --locale says which', async () => {
    for (const price of ['1.500', '12,50', "1'500", '1 500', '€ 12', '12.5']) {
      const path = await file('unclear.csv', `sku;description;Preis netto\nU-1;Rohr;2\nU-2;Rohr;${price}\n`);
      const refused = await run('catalogue', 'import', path);
      assertRefused(refused, 1, /unclear\.csv:3: the amount .* "Preis netto" .*--locale/);
    }
    const path = await file('klar.csv', 'sku;description;Preis netto\nU-3;Rohr;1.500\n');
    assert.equal((await json('catalogue', 'import', path, '--locale', 'de')).created, 1);
    const same = await file('klar.json', '[{"sku":"U-3","description":"Rohr","unitPrice":150000}]');
    assert.equal((await json('catalogue', 'import', same)).unchanged, 1);
  });

  it('requires the columns of the required fields', async () => {
    const path = await file('few.csv', 'sku,description\nA,b');
    assertRefused(
      await run('catalogue', 'import', path),
      1,
      /there is no column "unitPrice"\. --map "COLUMN=unitPrice"/,
    );
    const odd = await file('odd.csv', 'description,unitPrice,price\nA,1,2');
    assertRefused(await run('catalogue', 'import', odd), 1, /unknown column "price".*--map "price=FIELD"/);
    assert.equal((await run('catalogue', 'import', odd, '--ignore-unknown')).code, 0);
  });
});
