/** Returns the next minor version: 0.2.0 after 0.1.3. */
export function nextMinor(version: string): string {
  const [major = '0', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}

/** Sets the version of a manifest, or of the root package in a lockfile, and keeps everything else as it is. */
export function setVersion(text: string, version: string): string {
  const manifest = JSON.parse(text) as { version: string; packages?: Record<string, { version?: string }> };
  const own = manifest.packages?.[''];
  if (own) own.version = version;
  return `${JSON.stringify({ ...manifest, version }, null, 2)}\n`;
}
