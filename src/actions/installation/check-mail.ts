import { createPublicKey } from 'node:crypto';
import { createTextLookup, type TextLookup } from '../../adapters/net/look-up-texts.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

const { fine, todo } = findingsOf('mail');

/** Whether the emails of the installation leave it, and whether receivers can tell that they are genuine. */
export async function checkMail(examined: Examined): Promise<Finding[]> {
  const { config, lookUpTexts = createTextLookup() } = examined;
  if (config.smtpUrl === null) return [todo('mailUnset')];
  const domain = config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1).replace(/>$/, '');
  if (!domain.includes('.')) return [todo('mailFromLocal', { address: config.mailFrom })];
  return Promise.all([
    checkSpf(lookUpTexts, domain),
    checkDkim(lookUpTexts, examined),
    checkDmarc(lookUpTexts, domain),
  ]);
}

async function checkSpf(lookUp: TextLookup, domain: string): Promise<Finding> {
  const texts = await lookUp(domain);
  if (texts === undefined) return todo('dnsSilent', { name: domain });
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text));
  if (records.length === 0) return todo('spfMissing', { domain });
  return records.length === 1 ? fine('spfGood', { domain }) : todo('spfSeveral', { domain });
}

/** Without a key of its own, Proffer leaves the signature to the mail server. */
async function checkDkim(lookUp: TextLookup, { config }: Examined): Promise<Finding> {
  const { mailDkimDomain, mailDkimSelector, mailDkimKey } = config;
  if (mailDkimKey === null) return fine('dkimElsewhere');
  const name = `${mailDkimSelector}._domainkey.${mailDkimDomain}`;
  const texts = await lookUp(name);
  if (texts === undefined) return todo('dnsSilent', { name });
  const published = texts.map(readPublicKey).filter((key) => key !== undefined);
  if (published.length === 0) return todo('dkimMissing', { name });
  const own = createPublicKey(mailDkimKey).export({ type: 'spki', format: 'der' }).toString('base64');
  return published.includes(own) ? fine('dkimGood', { name }) : todo('dkimOther', { name });
}

function readPublicKey(text: string): string | undefined {
  return /(?:^|;)\s*p=([A-Za-z0-9+/=\s]+)/.exec(text)?.[1]?.replaceAll(/\s/g, '');
}

/** The record of a parent domain counts, too. */
async function checkDmarc(lookUp: TextLookup, domain: string): Promise<Finding> {
  const labels = domain.split('.');
  for (let first = 0; first <= labels.length - 2; first++) {
    const texts = await lookUp(`_dmarc.${labels.slice(first).join('.')}`);
    if (texts === undefined) return todo('dnsSilent', { name: `_dmarc.${domain}` });
    if (texts.some((text) => /^v=DMARC1\s*(;|$)/i.test(text))) return fine('dmarcGood', { domain });
  }
  return todo('dmarcMissing', { domain });
}
