import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readReleaseNotes, releaseChangelog } from '../../scripts/release/changelog.ts';
import { assertReplaceable, listDifferences } from '../../scripts/release/checksums.ts';
import { type Builder, chooseBuilder, listBuildArguments } from '../../scripts/release/image-builder.ts';
import { formatLicences, isAllowed, listForbidden, listLicences } from '../../scripts/release/licences.ts';
import { createProvenance } from '../../scripts/release/provenance.ts';
import { stabilizeSbom } from '../../scripts/release/sbom.ts';
import { nextMinor, setVersion, VERSIONED_FILES } from '../../scripts/release/version.ts';

const TIME = new Date('2026-03-01T12:00:00Z');

describe('a release', () => {
  test('is the next minor version', () => {
    assert.equal(nextMinor('0.1.3'), '0.2.0');
    assert.equal(nextMinor('2.9.0'), '2.10.0');
    assert.equal(nextMinor('0.2.0-dev'), '0.2.0');
  });

  test('a checkout and its manifests have one version: that of a release, or of one to come', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    assert.match(version, /^\d+\.\d+\.\d+(-dev)?$/);
    const changelog = await readFile('CHANGELOG.md', 'utf8');
    const isReleased = changelog.includes(`\n## [${version.replace('-dev', '')}]`);
    assert.equal(isReleased, !version.endsWith('-dev'), version);
    for (const file of VERSIONED_FILES) {
      const text = await readFile(file, 'utf8');
      assert.equal(setVersion(file, text, version), text, file);
    }
  });

  test('sets the version in manifests and in a lockfile, and changes nothing else', async () => {
    for (const file of VERSIONED_FILES.filter((name) => name.endsWith('.json'))) {
      const before = await readFile(file, 'utf8');
      const { version } = JSON.parse(before);
      assert.equal(setVersion(file, before, version), before, file);
      const after = JSON.parse(setVersion(file, before, '9.8.7'));
      assert.equal(after.version, '9.8.7');
      if (after.packages) assert.equal(after.packages[''].version, '9.8.7');
    }
  });

  test('sets the version of the image that Kubernetes runs, and changes nothing else', async () => {
    const folder = 'deploy/kubernetes';
    const files = (await readdir(folder)).map((name) => `${folder}/${name}`);
    for (const file of files) {
      const before = await readFile(file, 'utf8');
      assert.equal(VERSIONED_FILES.includes(file), before.includes('image: proffer:'), file);
      if (!VERSIONED_FILES.includes(file)) continue;
      const after = setVersion(file, before, '9.8.7');
      assert.match(after, / image: proffer:9\.8\.7\n/);
      assert.equal(setVersion(file, after, /image: proffer:(.*)/.exec(before)?.[1] ?? ''), before);
    }
    assert.throws(() => setVersion('a.yaml', 'image: other:1.0.0\n', '9.8.7'), /a\.yaml names no image/);
  });

  test('moves what is not released yet under its heading', () => {
    const text = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A\n\n## [0.1.0] - 2026-01-01\n\n- B\n';
    const released = releaseChangelog(text, '0.2.0', '2026-03-01');
    assert.match(released, /## \[Unreleased\]\n\n## \[0\.2\.0\] - 2026-03-01\n\n### Added\n\n- A\n/);
    assert.equal(readReleaseNotes(released, '0.2.0'), '## [0.2.0] - 2026-03-01\n\n### Added\n\n- A\n');
    assert.equal(readReleaseNotes(released, '0.1.0'), '## [0.1.0] - 2026-01-01\n\n- B\n');
    assert.throws(() => releaseChangelog(released, '0.3.0', '2026-04-01'), /says nothing/);
    assert.throws(() => readReleaseNotes(released, '0.3.0'), /says nothing/);
  });

  test('lists the dependencies with a serial number and a time that do not change', () => {
    const sbom = {
      serialNumber: 'urn:uuid:1',
      metadata: { timestamp: 'now', tool: 'npm' },
      components: ['a'],
    };
    const stable = stabilizeSbom(sbom, TIME);
    const again = stabilizeSbom({ ...sbom, serialNumber: 'urn:uuid:2' }, TIME);
    assert.deepEqual(stable, again);
    assert.equal(stable.metadata.timestamp, '2026-03-01T12:00:00.000Z');
    assert.match(
      stable.serialNumber,
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    assert.notEqual(stable.serialNumber, stabilizeSbom({ ...sbom, components: ['b'] }, TIME).serialNumber);
  });

  test('says from which commit its files were built', () => {
    const subjects = [{ name: 'a.tgz', sha256: 'ab' }];
    const tools = { node: '26.0.0', npm: '12.0.0' };
    const statement = createProvenance({ subjects, commit: 'c0', version: '1.0.0', time: TIME, tools });
    assert.deepEqual(statement.subject, [{ name: 'a.tgz', digest: { sha256: 'ab' } }]);
    assert.equal(statement.predicate.buildDefinition.resolvedDependencies[0]?.digest.gitCommit, 'c0');
  });

  test('replaces a folder only if it is empty or an earlier release', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'proffer-out-'));
    t.after(() => rm(folder, { recursive: true }));
    assertReplaceable(join(folder, 'absent'));
    assertReplaceable(folder);
    await writeFile(join(folder, 'SHA256SUMS'), 'ab  photo.jpg\n');
    assert.throws(() => assertReplaceable(folder), /not of a release\. Remove them, or name another folder/);
    await writeFile(join(folder, 'SHA256SUMS'), 'ab  a.tgz\ncd  provenance.intoto.json\n');
    assertReplaceable(folder);
  });

  test('names the files that differ between two builds', () => {
    assert.deepEqual(listDifferences('ab  a.tgz\ncd  b.tgz\n', 'ab  a.tgz\ncd  b.tgz\n'), []);
    assert.deepEqual(listDifferences('ab  a.tgz\ncd  b.tgz\n', 'ab  a.tgz\nce  b.tgz\n'), ['b.tgz']);
    assert.deepEqual(listDifferences('ab  a.tgz\n', 'ab  a.tgz\ncd  b.tgz\n'), ['b.tgz']);
  });

  test('builds its image with a program that can set the times of the files', () => {
    const ready =
      (...names: Builder[]) =>
      (name: Builder) =>
        names.includes(name);
    assert.equal(chooseBuilder(undefined, ready('docker', 'podman')), 'docker');
    assert.equal(chooseBuilder('1', ready('docker', 'buildah')), 'buildah');
    assert.throws(() => chooseBuilder('1', ready('docker')), /podman or buildah.*docker cannot/);
    assert.throws(() => chooseBuilder(undefined, ready()), /Start docker, or install podman or buildah/);
    const built = listBuildArguments('podman', { tag: '1.0.0', epoch: '1', npmrc: '/a/npmrc' }).join(' ');
    assert.match(built, /--secret id=npmrc,src=\/a\/npmrc .*COMPILE_CACHE=off --timestamp 1 /);
    assert.doesNotMatch(
      listBuildArguments('docker', { tag: 'latest' }).join(' '),
      /--timestamp|--format|COMPILE/,
    );
  });

  test('has dependencies under allowed licences only, and lists them all', async () => {
    const packages = listLicences('.');
    assert.ok(packages.service.length > 50);
    assert.ok(packages.development.length > 50);
    assert.deepEqual(listForbidden(packages), []);
    const exception = packages.development.filter(({ licence }) => licence === 'EUPL-1.2');
    assert.deepEqual(listForbidden({ service: exception, development: [] }), exception);
    assert.equal(await readFile('THIRD-PARTY-LICENCES.md', 'utf8'), formatLicences(packages));
    assert.ok(isAllowed('(MIT AND Zlib)'));
    assert.ok(isAllowed('(MIT OR GPL-3.0)'));
    assert.ok(!isAllowed('(MIT AND GPL-3.0)'));
    assert.ok(!isAllowed('GPL-3.0'));
    assert.ok(!isAllowed('unknown'));
  });
});
