import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { verifyEvidence } from './verify.js';
import { readZip } from './zip.js';

const USAGE = `Checks the evidence of a decision, without the service that made it and without a network.

  node conformance/bin/verify-evidence.js FILE.zip [--ca FILE]

--ca FILE  the authorities that may have certified the time stamp server, in PEM format; default: those that browsers trust

One line per part. The exit code is 0 if all parts are right and something shows that the record was not changed, otherwise 1.
`;

export async function runVerifier(args) {
  const at = args.indexOf('--ca');
  const [ca] = at < 0 ? [] : args.splice(at, 2).slice(1);
  const [file] = args;
  if (args.length !== 1 || file === '--help' || (at >= 0 && !ca)) {
    process.stderr.write(USAGE);
    return file === '--help' ? 0 : 1;
  }
  try {
    const authorities = ca && readCertificates(await readFile(ca, 'utf8'));
    const results = verifyEvidence(readZip(await readFile(file)), authorities || undefined);
    for (const { part, verdict, text } of results) {
      process.stdout.write(`${verdict.padEnd(5)} ${part.padEnd(16)} ${text}\n`);
    }
    return results.some(({ verdict }) => verdict === 'WRONG') ? 1 : 0;
  } catch (error) {
    process.stdout.write(`WRONG ${file}: ${error.message}\n`);
    return 1;
  }
}

function readCertificates(text) {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new Error('--ca names a file without certificates in PEM format');
  return found.map((pem) => new X509Certificate(pem));
}
