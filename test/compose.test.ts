import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { VARIABLES } from '../src/app/config/config.ts';
import { STOP_MS } from '../src/app/listener.ts';

const compose = readFileSync(new URL('../compose.yaml', import.meta.url), 'utf8');
const dockerfile = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');

/** Returns the indented lines below a heading. */
function block(text: string, heading: RegExp): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => heading.test(line));
  assert.notEqual(start, -1, String(heading));
  const depth = indent(lines[start] ?? '');
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && indent(line) <= depth);
  return end === -1 ? rest : rest.slice(0, end);
}

const indent = (line: string) => line.search(/\S|$/);
const services = block(compose, /^services:$/).join('\n');
const names = [...services.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name as string);
const service = (name: string) => block(services, new RegExp(`^ {2}${name}:$`)).join('\n');

/** Variables that the container sets, not the user. */
const FIXED: Record<string, string> = { HOST: '0.0.0.0', DATA_DIR: '/data', PORT: `\${PORT:-3000}` };

test('compose.yaml passes on every variable', () => {
  assert.deepEqual(
    block(compose, /^x-settings: &settings$/).filter((line) => line.trim() !== ''),
    VARIABLES.flatMap(({ name, secret }) => [
      `  ${name}: ${FIXED[name] ?? `\${${name}:-}`}`,
      ...(secret ? [`  ${name}_FILE: \${${name}_FILE:-}`] : []),
    ]),
  );
  assert.match(service('proffer'), /^ {4}environment: \*settings$/m);
  assert.match(service('proffer-postgres'), /^ {4}environment:\n {6}<<: \*settings$/m);
});

test('each profile of compose.yaml starts Proffer once', () => {
  const profiles = names.map((name) => [name, /^ {4}profiles: \[(\w+)\]$/m.exec(service(name))?.[1]]);
  assert.deepEqual(Object.fromEntries(profiles), {
    proffer: 'sqlite',
    'proffer-postgres': 'postgres',
    postgres: 'postgres',
    mail: 'postgres',
  });
  const built = names.filter((name) => service(name).includes('<<: *proffer'));
  assert.deepEqual(built, ['proffer', 'proffer-postgres']);
});

test('images are pinned to a version, and Node to the version of the tests', () => {
  const images = [...compose.matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image as string);
  assert.equal(images.length, 2);
  for (const image of images) assert.match(image, /:v?\d+\.\d+(\.\d+)?$/);
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  assert.deepEqual(new Set(bases), new Set([`\${BASE}`]));
  const base = /^ARG BASE=(\S+)$/m.exec(dockerfile)?.[1];
  assert.equal(base, `docker.io/library/node:${process.versions.node}-slim`);
});

test('Docker and systemd give a stop more time than it takes at most', () => {
  const operating = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');
  const told = /ends within (\d+) s/.exec(operating)?.[1];
  assert.equal(Number(told) * 1000, STOP_MS);
  const given = [/stop_grace_period: (\d+)s/.exec(compose), /^TimeoutStopSec=(\d+)$/m.exec(operating)];
  for (const time of given) assert.ok(Number(time?.[1]) * 1000 > STOP_MS, `${time}`);
});
