import { probeService } from '../../adapters/net/probe-service.ts';
import { identifyService, SERVICE_HEADER } from '../running-service.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

const { fine, todo } = findingsOf('address');
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'];

/** Whether customers reach this installation at PUBLIC_URL. */
export async function checkAddress({ config: { publicUrl: url }, sealing }: Examined): Promise<Finding> {
  if (url === null) return todo('addressUnset');
  const { hostname, protocol } = new URL(url);
  if (LOCAL_HOSTS.includes(hostname)) return todo('addressLocal', { url });
  const found = await probeService(`${url}/healthz`, SERVICE_HEADER);
  if (found === undefined) return todo('addressSilent', { url });
  if (found !== identifyService(sealing)) return todo('addressOther', { url });
  return protocol === 'https:' ? fine('addressGood', { url }) : todo('addressPlain', { url });
}
