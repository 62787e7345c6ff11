import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { findLimit, verifyEvidence } from './verify.js';
import { MAX_ZIP_BYTES, readZip } from './zip.js';

const USAGE = `Checks the evidence of a decision, without the service that made it and without a network.

  node conformance/bin/verify-evidence.js FILE.zip [--trust JWKS] [--ca FILE]

--trust JWKS  the keys of the installation that you trust, as you saved them from its /.well-known/jwks.json; without them,
              anybody could have made the bundle
--ca FILE     the authorities that may have certified the time stamp server, in PEM format; default: those that browsers trust

One line per part. The exit code is 0 if all parts are right and something shows that the record was not changed, otherwise 1.
`;

export async function runVerifier(args) {
  const [ca, trust] = ['--ca', '--trust'].map((option) => takeOption(args, option));
  const [file] = args;
  if (args.length !== 1 || file === '--help' || ca === '' || trust === '') {
    process.stderr.write(USAGE);
    return file === '--help' ? 0 : 1;
  }
  try {
    if ((await stat(file)).size > MAX_ZIP_BYTES) throw new Error('it is too large');
    const authorities = ca && readCertificates(await readFile(ca, 'utf8'));
    const trusted = trust && readKeys(await readFile(trust, 'utf8'));
    const files = readZip(await readFile(file), findLimit);
    const results = verifyEvidence(files, authorities, trusted);
    for (const { part, verdict, text } of results) {
      process.stdout.write(`${verdict.padEnd(5)} ${toPrintable(part).padEnd(16)} ${toPrintable(text)}\n`);
    }
    return results.some(({ verdict }) => verdict === 'WRONG') ? 1 : 0;
  } catch (error) {
    process.stdout.write(`WRONG ${toPrintable(file)}: ${toPrintable(error.message)}\n`);
    return 1;
  }
}

/** The value of an option, empty if it has none. */
function takeOption(args, option) {
  const at = args.indexOf(option);
  return at < 0 ? undefined : (args.splice(at, 2)[1] ?? '');
}

/** Escapes what a terminal would take for something else, so that no value looks like a line of its own. */
function toPrintable(text) {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0).toString(16)}}`,
  );
}

function readCertificates(text) {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new Error('--ca names a file without certificates in PEM format');
  return found.map((pem) => new X509Certificate(pem));
}

function readKeys(text) {
  try {
    return JSON.parse(text).keys.map(({ x, y }) => ({ x, y }));
  } catch {
    throw new Error('--trust names a file that is not a JWK set');
  }
}
