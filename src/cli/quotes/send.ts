import type { Quote } from '../../domain/quote/quote.ts';
import { callService } from '../call-service.ts';
import type { Input } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { findQuote } from './find.ts';

/** Sends a quote through the running service, which has the mail server and knows its public URL. */
export async function run({ args, text, flag }: Input): Promise<void> {
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const quote = await findQuote(db, account, args[0] ?? '');
    const body = { email: text('email'), message: text('message') };
    const reply = await callService(db, account, {
      ...{ url: text('url'), name: 'proffer quotes send', method: 'POST', body },
      path: `/quotes/${quote.id}/send`,
    });
    const sent = (await reply.json()) as Quote;
    if (flag('json')) printJson(sent);
    else process.stdout.write(`${sent.number} is ${sent.status}\n`);
  });
}
