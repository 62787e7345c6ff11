import { findEventAccount } from '../../actions/events/find-event-account.ts';
import type { Input } from '../command.ts';
import { printJson, toPrintable } from '../terminal/output.ts';
import { type CallApi, withService } from './with-service.ts';

interface Resent {
  deliveries: { endpointId: string; deliveryId: string }[];
}

/** Delivers an event to the webhook endpoints again. */
export async function run(input: Input): Promise<number | undefined> {
  const { args, text, flag } = input;
  const [id = ''] = args;
  let count = 0;
  const resend = async (call: CallApi) => {
    const endpointId = text('endpoint');
    const path = `/events/${encodeURIComponent(id)}/resend`;
    const resent = await call<Resent>('POST', path, endpointId === undefined ? {} : { endpointId });
    count = resent.deliveries.length;
    if (flag('json')) return printJson(resent);
    for (const { endpointId: to, deliveryId } of resent.deliveries) {
      process.stdout.write(`${toPrintable(id)} → ${to} (${deliveryId})\n`);
    }
  };
  await withService(input, 'proffer events resend', resend, (db) => findEventAccount({ db }, id));
  if (count > 0) return undefined;
  process.stderr.write('No enabled webhook endpoint of the account has the type of this event.\n');
  return 1;
}
