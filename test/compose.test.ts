import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { readConfig, VARIABLES } from '../src/app/config/config.ts';
import { STOP_MS } from '../src/app/listener.ts';
import type { Json } from './support/service/client.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const text = read('compose.yaml');
const dockerfile = read('Dockerfile');
const SCHEMA = JSON.parse(read('test/fixtures/compose/compose-spec.json'));
const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/** Variables that the container sets, or that follow from others. */
const FIXED: Record<string, string> = {
  HOST: '0.0.0.0',
  DATA_DIR: '/data',
  BACKUP_DIR: '/backups',
  PORT: `\${PORT:-3000}`,
  PUBLIC_URL: `\${PUBLIC_URL:-\${DOMAIN:+https://\${DOMAIN}}}`,
  TRUST_PROXY: `\${TRUST_PROXY:-\${DOMAIN:+on}}`,
  DATABASE_URL: `\${DATABASE_URL:-\${POSTGRES_PASSWORD:+postgres://proffer:\${POSTGRES_PASSWORD}@postgres/proffer}}`,
};

/** Reads compose.yaml as Compose does with these variables. */
function compose(env: Record<string, string> = {}): Json {
  return parse(interpolate(text, env), { merge: true });
}

/** Replaces variables from the inside out: `${NAME}`, `${NAME:-default}`, `${NAME:+replacement}`. */
function interpolate(template: string, env: Record<string, string>): string {
  const dollars = template.replaceAll('$$', '\0');
  const variable = /\$\{(\w+)(?:(:[-+])([^${}]*))?\}/g;
  const replace = (_match: string, name: string, operator?: string, word = '') => {
    const value = env[name] ?? '';
    if (operator === ':+') return value && word;
    return value || (operator === ':-' ? word : '');
  };
  let before: string;
  let after = dollars;
  do {
    before = after;
    after = before.replaceAll(variable, replace);
  } while (after !== before);
  return after.replaceAll('\0', '$');
}

/** Settings of the service, as it reads them. */
function configOf(env: Record<string, string> = {}) {
  const { environment } = compose(env).services.proffer;
  const values = Object.entries(environment).map(([name, value]) => [name, String(value ?? '')]);
  return readConfig(Object.fromEntries(values));
}

test('compose.yaml is valid by the schema of the Compose Specification', () => {
  const validate = new Ajv({ strict: false, logger: false, formats: { duration: true } }).compile({
    ...SCHEMA,
    $schema: undefined,
  });
  const all = { DOMAIN: 'quotes.example.com', POSTGRES_PASSWORD: 'secret', PORT: '8080' };
  for (const env of [undefined, all]) {
    assert.ok(validate(compose(env)), JSON.stringify(validate.errors));
  }
  assert.ok(!validate({ services: { proffer: { ports: 3000 } } }));
});

test('compose.yaml passes on every variable', () => {
  const { environment } = parse(text, { merge: true }).services.proffer;
  const names = VARIABLES.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  assert.deepEqual(Object.keys(environment), names);
  for (const name of names) assert.equal(environment[name], FIXED[name] ?? `\${${name}:-}`);
});

test('HTTPS follows from DOMAIN, and PostgreSQL from its password', () => {
  const plain = configOf();
  assert.deepEqual([plain.publicUrl, plain.trustProxy, plain.databaseUrl], [null, false, null]);
  const full = configOf({ DOMAIN: 'quotes.example.com', POSTGRES_PASSWORD: 'secret' });
  assert.deepEqual([full.publicUrl, full.trustProxy], ['https://quotes.example.com', true]);
  assert.equal(full.databaseUrl, 'postgres://proffer:secret@postgres/proffer');
  const own = configOf({
    DOMAIN: 'a.example',
    PUBLIC_URL: 'https://b.example',
    DATABASE_URL: 'postgres://c/d',
  });
  assert.deepEqual([own.publicUrl, own.databaseUrl], ['https://b.example', 'postgres://c/d']);
});

test('each service is in the profile that needs it', () => {
  const profiles = Object.entries(compose().services).map(([name, service]) => [
    name,
    (service as Json).profiles,
  ]);
  assert.deepEqual(Object.fromEntries(profiles), {
    proffer: undefined,
    backup: undefined,
    caddy: ['https'],
    postgres: ['postgres'],
    'backup-postgres': ['postgres'],
  });
});

test('the service and its backup run without privileges, on read-only file systems', () => {
  const { proffer, backup } = compose().services;
  for (const service of [proffer, backup]) {
    assert.equal(service.read_only, true);
    assert.deepEqual(service.cap_drop, ['ALL']);
    assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
  }
  assert.deepEqual(proffer.volumes, ['data:/data', 'backups:/backups:ro']);
  assert.deepEqual(proffer.ports, ['127.0.0.1:3000:3000'], 'only Caddy is reached from outside');
  const made = /mkdir -p (.*) \\\n/.exec(dockerfile)?.[1]?.split(' ') ?? [];
  for (const volume of backup.volumes)
    assert.ok(made.includes(volume.split(':')[1]), 'owned by the user of the image');
});

test('the commands of the backups are valid for a shell', () => {
  const { backup, 'backup-postgres': dump } = compose().services;
  for (const { entrypoint, command } of [backup, dump]) {
    assert.deepEqual(entrypoint, ['sh', '-c']);
    const { status, stderr } = spawnSync('sh', ['-n', '-c', command[0]], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }
});

test('Caddy accepts its configuration', { skip: !hasCaddy && 'needs caddy' }, () => {
  const { caddy } = compose({ DOMAIN: 'quotes.example.com' }).services;
  const args = ['adapt', '--validate', '--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile'];
  const { status, stdout, stderr } = spawnSync('caddy', args, {
    env: { ...process.env, ...caddy.environment },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /"host":\["quotes\.example\.com"\]/);
  assert.match(stdout, /"dial":"proffer:3000"/);
  assert.ok(caddy.volumes.some((volume: string) => volume.startsWith('./deploy/caddy/Caddyfile:')));
});

test('images are pinned to a version, and Node to the version of the tests', () => {
  const images = Object.values(compose().services).flatMap(({ build, image }: Json) =>
    build ? [] : [image],
  );
  assert.equal(images.length, 3);
  for (const image of images) assert.match(image, /:v?\d+\.\d+(\.\d+)?$/);
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  assert.deepEqual(new Set(bases), new Set([`\${BASE}`, 'scratch']));
  const base = /^ARG BASE=(\S+)$/m.exec(dockerfile)?.[1];
  assert.equal(base, `docker.io/library/node:${process.versions.node}-slim`);
});

test('Docker gives a stop more time than it takes at most', () => {
  const operating = read('docs/operating.md');
  const told = /ends within (\d+) s/.exec(operating)?.[1];
  assert.equal(Number(told) * 1000, STOP_MS);
  assert.ok(Number.parseInt(compose().services.proffer.stop_grace_period, 10) * 1000 > STOP_MS);
});
