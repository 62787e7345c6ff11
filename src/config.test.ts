import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ConfigError, readConfig, VARIABLES } from './config.ts';

describe('readConfig', () => {
  it('needs nothing', () => {
    const config = readConfig({});
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.port, 3000);
    assert.equal(config.dataDir, './data');
    assert.equal(config.databaseUrl, null);
    assert.deepEqual(config.corsOrigins, []);
    assert.ok(Object.isFrozen(config));
  });

  it('takes an empty variable as not given', () => {
    assert.equal(readConfig({ PORT: ' ', SMTP_URL: '' }).port, 3000);
    assert.equal(readConfig({ SMTP_URL: '' }).smtpUrl, null);
  });

  it('reads what is given', () => {
    const config = readConfig({
      PORT: '0',
      PUBLIC_URL: 'https://quotes.example/',
      CORS_ORIGINS: 'https://a.example, https://b.example:8443',
      TRUST_PROXY: 'on',
      PROFFER_API_KEY: 'prf_test_abc-_1',
    });
    assert.equal(config.port, 0);
    assert.equal(config.publicUrl, 'https://quotes.example');
    assert.deepEqual(config.corsOrigins, ['https://a.example', 'https://b.example:8443']);
    assert.equal(config.trustProxy, true);
    assert.equal(config.apiKey, 'prf_test_abc-_1');
  });

  const WRONG: Record<string, string[]> = {
    PORT: ['x', '-1', '65536', '3.5', '0x10', '1e3'],
    DATABASE_URL: ['mysql://host/db', 'localhost'],
    PUBLIC_URL: ['quotes.example', 'ftp://quotes.example'],
    SMTP_URL: ['mail.example', 'https://mail.example'],
    MAIL_FROM: ['nobody', 'A <a@example.com>', 'a@b,c@d'],
    PROFFER_API_KEY: ['secret', 'prf_prod_abc', 'prf_live_', 'prf_live_a b'],
    PROFFER_SECRET: ['short'],
    LOG_LEVEL: ['loud'],
    CORS_ORIGINS: ['*', 'https://a.example/path'],
    TRUST_PROXY: ['yes'],
    METRICS_PORT: ['x'],
    RATE_LIMIT_READS: ['-1'],
    PDF_WORKERS: ['0', '65'],
    PDF_URL_DAYS: ['0'],
  };
  for (const [name, values] of Object.entries(WRONG)) {
    it(`refuses a wrong ${name} by name`, () => {
      for (const value of values) {
        assert.throws(
          () => readConfig({ [name]: value }),
          (error) => error instanceof ConfigError && error.message.startsWith(`${name}: must`),
          `${name}=${value}`,
        );
      }
    });
  }

  it('names everything that is wrong at once, and no secret', () => {
    assert.throws(
      () => readConfig({ PORT: 'x', PROFFER_SECRET: 'hunter2', SMTP_URL: 'me:hunter2@mail' }),
      (error: Error) =>
        /PORT.*SMTP_URL.*PROFFER_SECRET/.test(error.message) && !/hunter2/.test(error.message),
    );
  });
});

describe('docs/configuration.md', () => {
  const BY_MACHINE = ['PDF_WORKERS'];
  const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, 4));

  it('has a row for every variable, with its default and its meaning', () => {
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
