import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError, readConfig, VARIABLES } from './config.ts';
import { defaultPdfWorkers } from './config-values.ts';

const PEM = { type: 'pkcs8', format: 'pem' } as const;
const [RSA_KEY = '', SHORT_KEY = ''] = [2048, 1024].map((modulusLength) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export(PEM).toString(),
);
const ELLIPTIC_KEY = generateKeyPairSync('ed25519').privateKey.export(PEM).toString();

describe('readConfig', () => {
  it('requires no variable', () => {
    const config = readConfig({});
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 3000);
    assert.equal(config.dataDir, './data');
    assert.equal(config.databaseUrl, null);
    assert.deepEqual(config.corsOrigins, []);
    assert.ok(Object.isFrozen(config));
  });

  it('treats an empty variable as not set', () => {
    assert.equal(readConfig({ PORT: ' ', SMTP_URL: '' }).port, 3000);
    assert.equal(readConfig({ SMTP_URL: '' }).smtpUrl, null);
  });

  it('reads the variables that are set', () => {
    const config = readConfig({
      PORT: '0',
      PUBLIC_URL: 'https://quotes.example/',
      CORS_ORIGINS: 'https://a.example, https://b.example:8443',
      MAIL_PRIVATE_HOSTS: 'Mail.internal, 10.0.0.5,[fd00::5]',
      TRUST_PROXY: 'on',
      PROFFER_API_KEY: 'prf_test_abc-_1abcdefghijklmnopqrstuvwxyz0',
    });
    assert.equal(config.port, 0);
    assert.equal(config.publicUrl, 'https://quotes.example');
    assert.deepEqual(config.corsOrigins, ['https://a.example', 'https://b.example:8443']);
    assert.deepEqual(config.mailPrivateHosts, ['mail.internal', '10.0.0.5', 'fd00::5']);
    assert.equal(config.trustProxy, true);
    assert.equal(config.apiKey, 'prf_test_abc-_1abcdefghijklmnopqrstuvwxyz0');
  });

  it('reads a DKIM key with escaped line breaks, and requires its domain and selector', () => {
    const dkim = {
      MAIL_DKIM_DOMAIN: 'Größe.example',
      MAIL_DKIM_SELECTOR: 'Nov-2026',
      MAIL_DKIM_KEY: RSA_KEY.replaceAll('\n', '\\n'),
    };
    const { mailDkimDomain, mailDkimSelector, mailDkimKey } = readConfig(dkim);
    assert.deepEqual(
      [mailDkimDomain, mailDkimSelector, mailDkimKey],
      ['xn--gre-6ka8i.example', 'nov-2026', RSA_KEY],
    );
    assert.throws(() => readConfig({ ...dkim, MAIL_DKIM_SELECTOR: '' }), /MAIL_DKIM_SELECTOR: must be set/);
    assert.throws(() => readConfig({ MAIL_DKIM_DOMAIN: 'acme.example' }), /MAIL_DKIM_SELECTOR: must be set/);
  });

  it('requires a provider if sign-in redirects to one or passwords are off', () => {
    const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'proffer' };
    const { oidcDomains } = readConfig({
      ...provider,
      OIDC_REDIRECT: 'on',
      OIDC_DOMAINS: 'A.example, b.example',
    });
    assert.deepEqual(oidcDomains, ['a.example', 'b.example']);
    assert.equal(readConfig({ ...provider, PASSWORD_SIGN_IN: 'off' }).passwordSignIn, false);
    assert.throws(() => readConfig({ OIDC_REDIRECT: 'on' }), /OIDC_ISSUER/);
    assert.throws(() => readConfig({ PASSWORD_SIGN_IN: 'off' }), /OIDC_ISSUER/);
    assert.throws(() => readConfig({ OIDC_ISSUER: 'https://id.example' }), /OIDC_CLIENT_ID/);
    assert.throws(() => readConfig({ MICROSOFT_CLIENT_ID: 'a' }), /MICROSOFT_CLIENT_SECRET: must be set/);
    assert.throws(() => readConfig({ GOOGLE_CLIENT_SECRET: 'a' }), /GOOGLE_CLIENT_ID: must be set/);
  });

  it('requires a user without a password and a whole client for a mail server with OAuth 2', () => {
    const client = {
      SMTP_URL: 'smtp://rosa%40acme.example@mail.example:587',
      SMTP_OAUTH_TOKEN_URL: 'https://id.example/token',
      SMTP_OAUTH_CLIENT_ID: 'proffer',
      SMTP_OAUTH_REFRESH_TOKEN: 'r',
    };
    assert.equal(readConfig(client).smtpOauthTokenUrl, 'https://id.example/token');
    const wrong: [Record<string, string>, RegExp][] = [
      [{ SMTP_OAUTH_TOKEN_URL: '' }, /SMTP_OAUTH_TOKEN_URL: must be set/],
      [{ SMTP_OAUTH_CLIENT_ID: '' }, /SMTP_OAUTH_CLIENT_ID: must be set/],
      [{ SMTP_OAUTH_REFRESH_TOKEN: '' }, /SMTP_OAUTH_CLIENT_SECRET: must be set/],
      [{ SMTP_URL: '' }, /SMTP_URL: must have a user and no password/],
      [{ SMTP_URL: 'smtp://mail.example' }, /SMTP_URL: must have a user and no password/],
      [{ SMTP_URL: 'smtp://rosa:pw@mail.example' }, /SMTP_URL: must have a user and no password/],
    ];
    for (const [change, error] of wrong) assert.throws(() => readConfig({ ...client, ...change }), error);
  });

  const WRONG: Record<string, string[]> = {
    MAIL_PRIVATE_HOSTS: ['mail.internal:587', 'https://mail.internal', 'a,,b', '10.0.0.0/8'],
    PORT: ['x', '-1', '65536', '3.5', '0x10', '1e3'],
    DATABASE_URL: ['mysql://host/db', 'localhost', 'postgres://host:x/db'],
    DATABASE_POOLER: ['statement', 'on'],
    PUBLIC_URL: [
      ...['quotes.example', 'ftp://quotes.example', 'https://', 'https://me:pw@quotes.example'],
      ...['https://quotes.example?', 'https://quotes.example/a?b=c', 'https://quotes.example/#top'],
    ],
    SMTP_URL: [
      'mail.example',
      'https://mail.example',
      'smtp://',
      'smtp://:25',
      'smtp://mail.example?pool=true',
    ],
    MAIL_FROM: [
      'nobody',
      'Acme <nobody>',
      '<>',
      'a@b,c@d',
      'A <a@b.example> <c@d.example>',
      'A <a@b.example',
    ],
    MAIL_DKIM_DOMAIN: ['localhost', 'acme example', 'a@acme.example', 'acme.example;'],
    MAIL_DKIM_SELECTOR: ['a b', 'a.b', '-a', 'a;b', 'x'.repeat(64)],
    MAIL_DKIM_KEY: ['/nowhere/dkim.pem', 'PEM', '-----BEGIN PRIVATE KEY-----', ELLIPTIC_KEY, SHORT_KEY],
    CONSOLE: ['maybe'],
    OIDC_ISSUER: ['accounts.example', 'http://accounts.example', 'ftp://accounts.example'],
    STRIPE_API_URL: ['http://localhost:1', 'localhost:1', 'https://localhost/v2', 'https://a:b@localhost'],
    MOLLIE_API_URL: ['http://localhost:1', 'https://localhost/v1'],
    MICROSOFT_TENANT: ['a/b', 'common?x'],
    SMTP_OAUTH_TOKEN_URL: ['http://localhost:1/token', 'localhost/token', 'https://a:b@localhost/token'],
    MICROSOFT_OAUTH_URL: ['http://localhost:1', 'https://localhost/common'],
    GOOGLE_MAIL_SERVERS: ['localhost:587', 'localhost,localhost', 'a:1,b:2,c:3'],
    OIDC_DOMAINS: ['acme.example,', 'acme example', '@acme.example'],
    OIDC_REDIRECT: ['sometimes'],
    PASSWORD_SIGN_IN: ['never'],
    PROFFER_API_KEY: [
      'secret',
      'prf_prod_abc',
      'prf_live_',
      'prf_live_a b',
      `prf_live_${'x'.repeat(31)}`,
      `prf_test_${'x'.repeat(40)}!`,
    ],
    PROFFER_SECRET: ['short'],
    LOG_LEVEL: ['loud'],
    CORS_ORIGINS: ['*', 'https://a.example/path'],
    TRUST_PROXY: ['maybe', '2'],
    METRICS_PORT: ['x'],
    RATE_LIMIT_READS: ['-1'],
    PDF_WORKERS: ['0', '65'],
    PDF_URL_DAYS: ['0'],
    EVENTS_DAYS: ['0', '3651'],
    TIMESTAMP_URL: ['tsa.example', 'ftp://tsa.example'],
    TIMESTAMP_CA: ['/no/such/file', '-----BEGIN CERTIFICATE-----'],
    PDF_SIGNING_KEY: ['/no/such/file', '-----BEGIN PRIVATE KEY-----'],
    PDF_SIGNING_CERTIFICATE: ['/no/such/file', '-----BEGIN CERTIFICATE-----'],
  };
  for (const [name, values] of Object.entries(WRONG)) {
    it(`rejects an invalid ${name} by name`, () => {
      for (const value of values) {
        assert.throws(
          () => readConfig({ [name]: value }),
          (error) => error instanceof ConfigError && error.message.startsWith(`${name}: must`),
          `${name}=${value}`,
        );
      }
    });
  }

  it('accepts common spellings of values', () => {
    for (const on of ['on', 'ON', 'true', 'True', 'yes', '1']) {
      assert.equal(readConfig({ TRUST_PROXY: on }).trustProxy, true, on);
    }
    for (const off of ['off', 'false', 'FALSE', 'no', '0', '']) {
      assert.equal(readConfig({ TRUST_PROXY: off }).trustProxy, false, off);
    }
    assert.equal(readConfig({ LOG_LEVEL: 'INFO' }).logLevel, 'info');
    for (const from of ['a@b.example', '<a@b.example>', 'Acme <a@b.example>', '"Acme, Inc." <a@b.example>']) {
      assert.equal(readConfig({ MAIL_FROM: from }).mailFrom, 'a@b.example', from);
    }
  });

  it('accepts a PUBLIC_URL with a path and trailing slashes', () => {
    for (const [given, read] of [
      ['https://Quotes.Example', 'https://quotes.example'],
      ['https://quotes.example:443//', 'https://quotes.example'],
      ['http://quotes.example:8080/a/b/', 'http://quotes.example:8080/a/b'],
      ['https://quotes.example/angebote für alle', 'https://quotes.example/angebote%20f%C3%BCr%20alle'],
    ]) {
      assert.equal(readConfig({ PUBLIC_URL: given }).publicUrl, read);
    }
  });

  it('accepts a Unix socket of PostgreSQL', () => {
    for (const url of ['postgres://app@/db?host=/run/pg', 'postgresql:///db?host=/run/pg&user=app']) {
      assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url);
    }
  });

  it('explains how to encode a password with special characters and does not repeat it', () => {
    for (const login of [
      'me:1#hunter2',
      'me:hunter2#1',
      'me:1/hunter2',
      'me:hunter2/1',
      'me:1?hunter2',
      'me:x@/hunter2',
    ]) {
      for (const [name, url] of [
        ['SMTP_URL', `smtp://${login}@mail.example:587`],
        ['DATABASE_URL', `postgres://${login}@db.example/quotes`],
      ] as const) {
        assert.throws(
          () => readConfig({ [name]: url }),
          (error: Error) =>
            /must .*percent-encoded: %23/.test(error.message) && !/hunter2/.test(error.message),
          url,
        );
      }
    }
    for (const password of ['p%23%2F%3F', 'p@ss:word', '100%']) {
      readConfig({ SMTP_URL: `smtp://me:${password}@mail.example` });
      readConfig({ DATABASE_URL: `postgres://me:${password}@db.example/quotes?application_name=a@b` });
    }
  });

  it('requires a separate port for the metrics', () => {
    const both = { PORT: '3000', METRICS_PORT: '3000' };
    assert.throws(() => readConfig(both), /^Error: METRICS_PORT: must not be the same as PORT/);
    assert.equal(readConfig({ PORT: '0', METRICS_PORT: '0' }).metricsPort, 0);
  });

  it('reads a secret from the file that NAME_FILE names', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'proffer-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'secret');
    const secret = 'a secret of more than 32 characters';
    writeFileSync(file, `${secret}\n`);
    assert.equal(readConfig({ PROFFER_SECRET_FILE: file }).secret, secret);
    assert.equal(readConfig({ PROFFER_SECRET_FILE: ' ' }).secret, null);
    assert.equal(readConfig({ HOST_FILE: file }).host, '127.0.0.1', 'only secrets are read from files');
    assert.throws(
      () => readConfig({ PROFFER_SECRET: secret, PROFFER_SECRET_FILE: file }),
      /PROFFER_SECRET: must not be set together with PROFFER_SECRET_FILE/,
    );
    assert.throws(
      () => readConfig({ PROFFER_SECRET_FILE: join(folder, 'none') }),
      /PROFFER_SECRET: the file that PROFFER_SECRET_FILE names cannot be read \(ENOENT\)/,
    );
    writeFileSync(file, 'hunter2');
    assert.throws(() => readConfig({ PROFFER_SECRET_FILE: file }), /PROFFER_SECRET: must have at least 32/);
    writeFileSync(file, '\n');
    assert.throws(() => readConfig({ PROFFER_SECRET_FILE: file }), /PROFFER_SECRET_FILE names is empty/);
  });

  it('reports all errors together and no secret', () => {
    assert.throws(
      () => readConfig({ PORT: 'x', PROFFER_SECRET: 'hunter2', SMTP_URL: 'me:hunter2@mail' }),
      (error: Error) =>
        /PORT.*SMTP_URL.*PROFFER_SECRET/.test(error.message) && !/hunter2/.test(error.message),
    );
  });
});

it('no error repeats a value that may hold a password, in any variable', () => {
  for (const { name } of VARIABLES) {
    for (const value of ['smtp://me:hunter2@mail', 'me:hunter2@mail', 'https://me:hunter2@a.example/?#']) {
      try {
        readConfig({ [name]: value });
      } catch (error) {
        assert.doesNotMatch((error as Error).message, /hunter2/, name);
      }
    }
  }
});

it('the default number of PDF workers follows the processors and is limited by memory', () => {
  const MIB = 2 ** 20;
  const asked = [
    [1, 4096],
    [3, 4096],
    [16, 4096],
    [4, 640],
    [4, 512],
    [4, 400],
    [4, 256],
  ] as const;
  assert.deepEqual(
    asked.map(([processors, memory]) => defaultPdfWorkers(processors, memory * MIB)),
    [2, 3, 4, 3, 2, 1, 1],
  );
});

describe('docs/configuration.md', () => {
  const BY_MACHINE = ['PDF_WORKERS'];
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, 4));

  it('has a row for every variable with its default and its description', () => {
    assert.deepEqual(
      rows.map((cells) => cells.map((cell) => cell.trim())),
      VARIABLES.map(({ name, fallback, help }, index) => [
        `\`${name}\``,
        BY_MACHINE.includes(name) ? rows[index]?.[1]?.trim() : fallback && `\`${fallback}\``,
        help.replaceAll('|', '\\|'),
      ]),
    );
  });
});
