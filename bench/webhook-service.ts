import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forkServer, type RunningServer, temporaryFolder } from './harness.ts';
import type { Subjects } from './subjects.ts';

/** The key of a test account, because only test accounts may use local endpoints. */
const KEY = 'prf_test_bench_0123456789abcdefghijklmnopqr';
const ENDPOINTS = 3;

/** A service with webhook endpoints that can be enabled and disabled, and their receiver. */
export interface WebhookService extends RunningServer {
  key: string;
  setEnabled(enabled: boolean): Promise<void>;
}

export async function startWithWebhooks(subjects: Subjects): Promise<WebhookService> {
  const folder = temporaryFolder();
  const receiver = await forkServer('./webhook-receiver.ts', []);
  const [{ cert }] = (await once(receiver.child, 'message')) as [{ cert: string }];
  const authorities = join(folder.path, 'receiver.pem');
  writeFileSync(authorities, cert);
  const service = await subjects.startReplica({
    PROFFER_API_KEY: KEY,
    WEBHOOKS_PRIVATE: 'on',
    NODE_EXTRA_CA_CERTS: authorities,
  });
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const url = `https://localhost:${receiver.port}/`;
  const made = Array.from({ length: ENDPOINTS }, () =>
    call('POST', '/webhook-endpoints', { url, enabled: false }),
  );
  const endpoints = await Promise.all(made);
  return {
    ...service,
    key: KEY,
    async setEnabled(enabled) {
      for (const { id } of endpoints) await call('PATCH', `/webhook-endpoints/${id}`, { enabled });
    },
    async stop() {
      await service.stop();
      await receiver.stop();
      folder.remove();
    },
  };
}
