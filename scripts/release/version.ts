/** Files that name the version of the release: manifests, and the image that Kubernetes runs. */
export const VERSIONED_FILES = [
  'package.json',
  'package-lock.json',
  'clients/typescript/package.json',
  'conformance/package.json',
  'deploy/kubernetes/migrate.yaml',
  'deploy/kubernetes/proffer.yaml',
];

/** Returns the next minor version: 0.2.0 after 0.1.3, and after 0.2.0-dev, as a checkout on the way to it is called. */
export function nextMinor(version: string): string {
  const [major = '0', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + (version.includes('-') ? 0 : 1)}.0`;
}

/** Sets the version in one of these files, and keeps everything else as it is. */
export function setVersion(file: string, text: string, version: string): string {
  return file.endsWith('.yaml') ? setImageTag(file, text, version) : setManifestVersion(text, version);
}

/** Sets the version of a manifest, or of the root package in a lockfile. */
function setManifestVersion(text: string, version: string): string {
  const manifest = JSON.parse(text) as { version: string; packages?: Record<string, { version?: string }> };
  const own = manifest.packages?.[''];
  if (own) own.version = version;
  return `${JSON.stringify({ ...manifest, version }, null, 2)}\n`;
}

function setImageTag(file: string, text: string, version: string): string {
  const image = /(?<=^ *image: proffer:)\S+$/gm;
  if (!image.test(text)) throw new Error(`${file} names no image "proffer:X.Y.Z".`);
  return text.replace(image, version);
}
