import { probeService } from '../../adapters/net/probe-service.ts';
import { identifyService, SERVICE_HEADER } from '../running-service.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

const { fine, todo } = findingsOf('address');
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'];

/** Whether only this computer can open it. */
export function isLocalUrl(url: string): boolean {
  return LOCAL_HOSTS.includes(new URL(url).hostname);
}

/** Whether customers reach this installation at PUBLIC_URL. */
export async function checkAddress({ config: { publicUrl: url }, sealing }: Examined): Promise<Finding> {
  if (url === null) return todo('addressUnset');
  const { protocol } = new URL(url);
  if (isLocalUrl(url)) return todo('addressLocal', { url });
  const found = await probeService(`${url}/healthz`, SERVICE_HEADER);
  if (found === undefined) return todo('addressSilent', { url });
  if (found !== identifyService(sealing)) return todo('addressOther', { url });
  return protocol === 'https:' ? fine('addressGood', { url }) : todo('addressPlain', { url });
}
