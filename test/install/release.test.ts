import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { readReleaseNotes, releaseChangelog } from '../../scripts/release/changelog.ts';
import { formatLicences, isAllowed, listLicences } from '../../scripts/release/licences.ts';
import { createProvenance } from '../../scripts/release/provenance.ts';
import { stabilizeSbom } from '../../scripts/release/sbom.ts';
import { nextMinor, setVersion } from '../../scripts/release/version.ts';

const TIME = new Date('2026-03-01T12:00:00Z');

describe('a release', () => {
  test('is the next minor version', () => {
    assert.equal(nextMinor('0.1.3'), '0.2.0');
    assert.equal(nextMinor('2.9.0'), '2.10.0');
  });

  test('sets the version in a manifest and in a lockfile, and changes nothing else', async () => {
    for (const file of ['package.json', 'package-lock.json', 'clients/typescript/package.json']) {
      const before = await readFile(file, 'utf8');
      const { version } = JSON.parse(before);
      assert.equal(setVersion(before, version), before, file);
      const after = JSON.parse(setVersion(before, '9.8.7'));
      assert.equal(after.version, '9.8.7');
      if (after.packages) assert.equal(after.packages[''].version, '9.8.7');
    }
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
    const statement = createProvenance({ subjects, commit: 'c0', tag: 'v1.0.0', time: TIME, node: '26.0.0' });
    assert.deepEqual(statement.subject, [{ name: 'a.tgz', digest: { sha256: 'ab' } }]);
    assert.equal(statement.predicate.buildDefinition.resolvedDependencies[0]?.digest.gitCommit, 'c0');
  });

  test('has dependencies under allowed licences only, and lists them all', async () => {
    const packages = listLicences('.');
    assert.ok(packages.length > 50);
    assert.deepEqual(
      packages.filter(({ licence }) => !isAllowed(licence)),
      [],
    );
    assert.equal(await readFile('THIRD-PARTY-LICENCES.md', 'utf8'), formatLicences(packages));
    assert.ok(!isAllowed('GPL-3.0'));
    assert.ok(!isAllowed('unknown'));
  });
});
