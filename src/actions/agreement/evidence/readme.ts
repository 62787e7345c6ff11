import { createHash } from 'node:crypto';
import { readStampTime } from '../../../adapters/timestamp/time-stamp.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { EvidenceRow } from '../../../store/tables/evidence/evidence.ts';

/** The folder of the files that were attached. */
export const ATTACHMENTS = 'attachments/';

/** What the bundle has, and what the text says about it. */
export interface BundleFacts {
  decision: DecisionRecord;
  number: string;
  evidence: Omit<EvidenceRow, 'doc'>;
  hasDocument: boolean;
  keySetUrl: string;
}

/**
 * Says what each part of the bundle shows and how to check it, for somebody who has only the bundle. Its last line is the
 * hash of all lines before it.
 */
export function writeReadme(facts: BundleFacts): string {
  const text = [
    ...describeDecision(facts),
    ...describeDocument(facts),
    ...describeRecord(facts),
    ...describeSignature(facts),
    ...describeTimeStamp(facts),
    ...describeConfirmation(facts),
    ...describeAttachments(facts),
    ...describeVerifier(facts),
  ].join('\n');
  return `${text}\n${HASH_LABEL}${createHash('sha256').update(`${text}\n`).digest('hex')}\n`;
}

const HASH_LABEL = 'SHA-256 of the lines above: ';

function describeDecision({ decision, number }: BundleFacts): string[] {
  const verb = decision.decision === 'ACCEPTED' ? 'accepted' : 'declined';
  const how =
    decision.by === 'customer'
      ? `${verb} by the customer on the page behind their link`
      : `recorded as ${verb} by the business, for a customer who decided by other means`;
  return [
    `Evidence of the decision on quote ${number}`,
    '',
    `The quote was ${how},`,
    `at ${decision.at} by the clock of the service, revision ${decision.revision}.`,
    '',
  ];
}

function describeDocument({ decision, hasDocument }: BundleFacts): string[] {
  if (!hasDocument) {
    return [
      'document.pdf',
      '  Missing: this decision names no document ("documentSha256" in acceptance.json is null), because the business',
      '  recorded it and the customer had nothing to choose.',
      '',
    ];
  }
  return [
    'document.pdf',
    `  The document that was ${decision.decision === 'ACCEPTED' ? 'accepted' : 'declined'}. It may contain the link of the customer: give it to nobody who must not open`,
    '  the quote. Its SHA-256 is "documentSha256" in acceptance.json:',
    '    sha256sum document.pdf',
    '',
  ];
}

function describeRecord({ evidence }: BundleFacts): string[] {
  return [
    'acceptance.json',
    '  The record of the decision: who, when, what, as JSON in canonical form (RFC 8785). Names are as they were typed; an',
    '  address and a browser are what the request said. It shows what the service recorded, not who sat at the keyboard.',
    ...(evidence.jws === null && evidence.time_stamp === null
      ? ['  Nothing in this bundle shows that it was not changed.']
      : []),
    '',
  ];
}

function describeSignature({ evidence: { jws, is_late, signed_at }, keySetUrl }: BundleFacts): string[] {
  if (jws === null) {
    return [
      'acceptance.jws',
      '  Missing: the record is not signed. The service ran on PostgreSQL without PROFFER_SECRET, so it had no secret outside',
      '  its database to protect a signing key with, and whoever has a copy of the database could have signed anything.',
      '',
      'jwks.json',
      '  Empty, as there is no signature.',
      '',
    ];
  }
  const late = [
    '  The decision was recorded before this installation signed decisions, so the signature was made when this evidence was',
    `  first asked for, at ${new Date(signed_at ?? 0).toISOString()}.`,
  ];
  return [
    'acceptance.jws',
    '  The signature of acceptance.json by the installation: ES256, a JWS (RFC 7515) in compact form with the payload left',
    '  out. It shows that nothing has changed since this installation signed. It does not show when that was: the time in',
    '  it is that of the installation.',
    ...(is_late === 1 ? late : []),
    '',
    'jwks.json',
    '  The public key that checks the signature. Compare its "kid" with the keys that the installation publishes for good:',
    `    curl ${keySetUrl}`,
    '  To check the signature without further programs than Node.js; it prints true:',
    "    node -e \"const c = require('crypto'), read = require('fs').readFileSync;",
    "      const [head, , signature] = read('acceptance.jws', 'utf8').split('.');",
    "      const signed = head + '.' + read('acceptance.json').toString('base64url');",
    "      const key = c.createPublicKey({ key: JSON.parse(read('jwks.json')).keys[0], format: 'jwk' });",
    "      console.log(c.verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' },",
    "        Buffer.from(signature, 'base64url')));\"",
    '',
  ];
}

function describeTimeStamp({ evidence: { jws, time_stamp, stamp_until } }: BundleFacts): string[] {
  const stamped = jws === null ? 'acceptance.json' : 'acceptance.jws';
  if (time_stamp !== null) {
    const seconds = Math.floor(readStampTime(time_stamp) / 1000);
    return [
      'acceptance.tsr',
      `  The response of a time stamp server (RFC 3161) for ${stamped}. Only this shows when: the record existed at that`,
      '  time, by the clock of somebody else. ca.pem has the certificates of the authority that you trust:',
      '    openssl ts -reply -in acceptance.tsr -text',
      `    openssl ts -verify -attime ${seconds} -in acceptance.tsr -data ${stamped} -CAfile ca.pem`,
      '  -attime is the time of the time stamp: the certificate need not be valid any more today.',
      '',
    ];
  }
  return [
    'acceptance.tsr',
    ...(stamp_until === null
      ? ['  Missing: the service has no time stamp server (TIMESTAMP_URL).']
      : [
          '  Missing: the time stamp server has not given a time stamp that is right. The service asks for one until',
          `  ${new Date(stamp_until).toISOString()}: download the evidence again.`,
        ]),
    '  So nothing but the clock of the installation says when the decision was made.',
    '',
  ];
}

function describeConfirmation({ decision, evidence }: BundleFacts): string[] {
  if (decision.decision !== 'ACCEPTED') return [];
  if (evidence.confirmation === null) {
    return [
      'confirmation.pdf',
      '  Missing: the service signed no PDF of this acceptance (PDF_SIGNING_KEY and a certificate that was valid then).',
      '',
    ];
  }
  return [
    'confirmation.pdf',
    '  The document with the record of the acceptance printed on it, signed by the certificate inside (PAdES). It shows that',
    '  the file has not changed since the holder of that certificate signed it:',
    '    pdfsig confirmation.pdf',
    ...(decision.version === undefined
      ? []
      : [
          '  Its signature gives the SHA-256 of acceptance.json as its reason, so that it belongs to no other acceptance.',
        ]),
    '',
  ];
}

function describeAttachments({ decision: { attachments } }: BundleFacts): string[] {
  if (attachments.length === 0) return [];
  return [
    ATTACHMENTS,
    '  The files that were attached to the quote. Their names and SHA-256 are in acceptance.json:',
    `    sha256sum ${ATTACHMENTS}*`,
    '',
  ];
}

function describeVerifier({ evidence: { jws, time_stamp }, keySetUrl }: BundleFacts): string[] {
  const trust = jws === null ? '' : ' --trust jwks-of-installation.json';
  const ca = time_stamp === null ? '' : ' --ca ca.pem';
  return [
    'All parts at once, without the installation and without a network, by the verifier that comes with the source of Proffer:',
    `    node conformance/bin/verify-evidence.js evidence.zip${trust}${ca}`,
    ...(jws === null
      ? []
      : [
          `  jwks-of-installation.json is what you got from ${keySetUrl}`,
          '  yourself, or from somebody you trust: without it, anybody could have made a bundle with a key of their own.',
        ]),
    '',
    'This file is not signed. Its last line shows only that it was not damaged.',
    '',
  ];
}
