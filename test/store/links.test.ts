import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { showLink } from '../../src/actions/sending/links/links.ts';
import type { Database } from '../../src/store/database.ts';
import {
  countRevocations,
  deleteLink,
  findLink,
  findLinkRecipient,
  insertLink,
  isLinkOpen,
  revokeDocumentLinks,
  setShownLink,
} from '../../src/store/tables/links.ts';
import { findQuoteRow, insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

onEveryEngine('Links', (engine) => {
  let db: Database;
  let account: string;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
    account = (await sampleAccount(db)).id;
  });
  after(() => db.close());

  let made = 0;
  /** Creates a quote with two links; the second one is shown. */
  async function quoteWithLinks() {
    const quote = sampleQuote(`Q-${++made}`);
    const ids = [1, 2].map((n) => `lnk_${made}_${n}`);
    await db.write(async (tx) => {
      await insertQuotes(tx, account, [quote]);
      for (const id of ids) {
        const link = { account_id: account, document_id: quote.id, id, recipient: `${id}@example.com` };
        await insertLink(tx, { ...link, token_hash: `hash ${id}`, created_at: NOW });
      }
      await setShownLink(tx, account, quote.id, ids[1] ?? '');
    });
    return { id: quote.id, links: ids };
  }
  const isFound = async (link: string) => (await findLink(db.read, `hash ${link}`)) !== undefined;

  it('open by the hash of their token, each for its recipient', async () => {
    const { id, links } = await quoteWithLinks();
    const [first = ''] = links;
    const link = await findLink(db.read, `hash ${first}`);
    assert.deepEqual([link?.document_id, link?.id, link?.recipient], [id, first, `${first}@example.com`]);
    assert.equal(await findLinkRecipient(db.read, account, id, first), `${first}@example.com`);
    assert.equal(await isLinkOpen(db.read, account, id, first), true);
    assert.equal(await isLinkOpen(db.read, account, id, 'lnk_nobody'), false);
    assert.equal(await findLink(db.read, 'hash of another'), undefined);
  });

  it('are revoked together, without those of other quotes', async () => {
    const [quote, other] = [await quoteWithLinks(), await quoteWithLinks()];
    await db.write((tx) => revokeDocumentLinks(tx, account, quote.id, NOW + 1));
    for (const link of quote.links) {
      assert.equal(await isFound(link), false);
      assert.equal(await isLinkOpen(db.read, account, quote.id, link), false);
    }
    for (const link of other.links) assert.equal(await isFound(link), true);
    assert.equal((await findQuoteRow(db.read, account, quote.id))?.link_id, null);
    assert.equal((await findQuoteRow(db.read, account, other.id))?.link_id, other.links[1]);
    await db.write((tx) => revokeDocumentLinks(tx, account, quote.id, NOW + 2));
    const times = await db.read.all<{ at: number }>(
      'SELECT revoked_at AS at FROM links WHERE document_id = ?',
      quote.id,
    );
    assert.deepEqual(
      times.map(({ at }) => at),
      [NOW + 1, NOW + 1],
      'once is for good',
    );
    assert.equal(await countRevocations(db.read, account, quote.id), 2);
    assert.equal(await countRevocations(db.read, account, other.id), 0);
    assert.equal(await countRevocations(db.read, account, 'quo_nobody'), undefined);
  });

  it('are shown to the owner unless they have been revoked', async () => {
    const { id, links } = await quoteWithLinks();
    const [first = '', second = ''] = links;
    const show = (link: string) =>
      db.write((tx) => showLink(tx, account, { document_id: id, link_id: link }));
    const shown = async () => (await findQuoteRow(db.read, account, id))?.link_id;
    assert.equal(await show(first), true);
    assert.equal(await shown(), first);
    await db.write((tx) => revokeDocumentLinks(tx, account, id, NOW + 1));
    assert.equal(await show(second), false);
    assert.equal(await shown(), null);
  });

  it('are withdrawn one by one if they reached no recipient', async () => {
    const [quote, other] = [await quoteWithLinks(), await quoteWithLinks()];
    const [first = '', second = ''] = quote.links;
    await db.write((tx) => deleteLink(tx, account, quote.id, first));
    assert.deepEqual([await isFound(first), await isFound(second)], [false, true]);
    for (const link of other.links) assert.equal(await isFound(link), true);
  });
});
