const UNRELEASED = '## [Unreleased]\n';

/** Moves what is not released yet under a heading of the version. Throws if there is nothing. */
export function releaseChangelog(text: string, version: string, date: string): string {
  const at = text.indexOf(UNRELEASED);
  if (at < 0) throw new Error('CHANGELOG.md has no heading "## [Unreleased]".');
  const start = at + UNRELEASED.length;
  const end = text.indexOf('\n## [', start);
  const notes = text.slice(start, end < 0 ? undefined : end).trim();
  if (notes === '') throw new Error('CHANGELOG.md says nothing about this release.');
  return `${text.slice(0, start)}\n## [${version}] - ${date}\n${text.slice(start)}`;
}

/** Returns what the changelog says about a version. */
export function readReleaseNotes(text: string, version: string): string {
  const start = text.indexOf(`## [${version}]`);
  if (start < 0) throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  const end = text.indexOf('\n## [', start);
  return `${text.slice(start, end < 0 ? undefined : end).trim()}\n`;
}
