import { createHash } from 'node:crypto';

interface Sbom {
  serialNumber?: string;
  metadata?: { timestamp?: string };
}

/**
 * Replaces the random serial number and the time of day, so that the same dependencies give the same bytes. The serial
 * number is made from everything else.
 */
export function stabilizeSbom<T extends Sbom>(sbom: T, time: Date): T {
  const { serialNumber: _random, ...rest } = sbom;
  const stable = { ...rest, metadata: { ...sbom.metadata, timestamp: time.toISOString() } };
  const hash = createHash('sha256').update(JSON.stringify(stable)).digest('hex');
  return { ...sbom, ...stable, serialNumber: `urn:uuid:${toUuid(hash)}` };
}

/** Formats the start of a hash as a UUID of version 8 (RFC 9562), which is for values of one's own making. */
function toUuid(hash: string): string {
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
