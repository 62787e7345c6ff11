import type { Deps } from '../../app/deps.ts';
import { parseAppMetadata } from '../../domain/apps/app.ts';
import { newId } from '../../domain/ids.ts';
import { insertApp } from '../../store/tables/apps/registered-apps.ts';
import { useRateWindow } from '../../store/tables/rate-windows.ts';

export interface RegisteredApp {
  clientId: string;
  name: string;
  redirectUris: readonly string[];
}

export type RegistrationError =
  | { error: 'invalid_redirect_uri' | 'invalid_client_metadata'; description: string }
  | { error: 'too_many'; endsAt: number };

const MAX_PER_HOUR = 10;
const HOUR_MS = 3_600_000;

/** Registers an app that has no document of its own (RFC 7591). It goes after a day unless somebody connects it. */
export async function registerApp(
  { db }: Pick<Deps, 'db'>,
  { metadata, network }: { metadata: unknown; network: string },
  now: number,
): Promise<RegisteredApp | RegistrationError> {
  const parsed = parseAppMetadata(metadata);
  if (typeof parsed === 'string') return { error: 'invalid_client_metadata', description: parsed };
  const { name, redirectUris, rejected } = parsed;
  if (rejected.length > 0) {
    const description = `${rejected[0]?.slice(0, 200)} must be https, or http to localhost, 127.0.0.1 or [::1], without a fragment`;
    return { error: 'invalid_redirect_uri', description };
  }
  const host = new URL(redirectUris[0] ?? '').hostname;
  const app: RegisteredApp = { clientId: newId('app', now), name: name ?? host, redirectUris };
  return db.write(async (tx) => {
    const counted = { accountId: '', subject: network, kind: 'app registration' };
    const { used, ends_at: endsAt } = await useRateWindow(tx, counted, 1, now, HOUR_MS);
    if (used > MAX_PER_HOUR) return { error: 'too_many', endsAt };
    const redirect_uris = JSON.stringify(redirectUris);
    await insertApp(tx, { id: app.clientId, name: app.name, redirect_uris, created_at: now });
    return app;
  });
}
