import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { findLinkByToken, hashToken, showLink } from '../../src/actions/sending/links/links.ts';
import { newId } from '../../src/domain/ids.ts';
import type { Quote } from '../../src/domain/quote/quote.ts';
import type { Database } from '../../src/store/database.ts';
import {
  countRevocations,
  deleteLink,
  findLink,
  findLinkRecipient,
  hasLink,
  insertLink,
  isLinkOpen,
  listOpenLinks,
  listSignerLinks,
  revokeDocumentLinks,
  revokeOtherLinks,
  setShownLink,
  storeShownContent,
} from '../../src/store/tables/links.ts';
import { findQuoteRow, insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { insertSampleInvoice, NOW, sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

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
  /** Opens a link of a document to a recipient. */
  async function open(document: string, recipient: string, more: { at?: number; owner?: string } = {}) {
    const id = `lnk_${++made}_${recipient}`;
    const { at = NOW, owner = account } = more;
    const link = { account_id: owner, document_id: document, id, recipient, created_at: at };
    await db.write((tx) => insertLink(tx, { ...link, token_hash: `hash ${id}` }));
    return id;
  }
  const isFound = async (link: string) => (await findLink(db.read, `hash ${link}`)) !== undefined;

  it('open by their token, on the page of their kind', async () => {
    const quote = sampleQuote(`Q-${++made}`);
    await db.write((tx) => insertQuotes(tx, account, [quote]));
    const link = { account_id: account, document_id: quote.id, recipient: 'ada@customer.example' };
    const token = `${made}`.padEnd(43, 'x');
    await db.write((tx) =>
      insertLink(tx, { ...link, id: `lnk_token_${made}`, token_hash: hashToken(token), created_at: NOW }),
    );
    const find = async (text: string, kind: 'quote' | 'invoice') =>
      (await findLinkByToken({ db }, text, kind))?.document_id;
    assert.equal(await find(token, 'quote'), quote.id);
    assert.equal(await find(token, 'invoice'), undefined);
    assert.equal(await find(`${token.slice(0, -1)}y`, 'quote'), undefined);
  });

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

  it('of invoices are shown and revoked like those of quotes', async () => {
    const [id, other] = [newId('inv', NOW), newId('inv', NOW)];
    await db.write(async (tx) => {
      for (const one of [id, other]) await insertSampleInvoice(tx, account, one, { id: one });
    });
    const links = [await open(id, 'a@mail.example'), await open(other, 'a@mail.example')];
    const shown = async (invoice: string) =>
      (await db.read.get<{ link_id: string | null }>('SELECT link_id FROM invoices WHERE id = ?', invoice))
        ?.link_id;
    await db.write((tx) => setShownLink(tx, account, id, links[0] ?? ''));
    await db.write((tx) => setShownLink(tx, account, other, links[1] ?? ''));
    assert.deepEqual([await shown(id), await shown(other)], links);
    await db.write((tx) => revokeDocumentLinks(tx, account, id, NOW + 1));
    assert.deepEqual([await shown(id), await shown(other)], [null, links[1]]);
    assert.equal(await countRevocations(db.read, account, id), 1);
    assert.equal(await countRevocations(db.read, account, other), 0);
  });

  it('of documents are listed oldest first, unless they were revoked', async () => {
    const [one, two, revoked] = [await quoteWithLinks(), await quoteWithLinks(), await quoteWithLinks()];
    await db.write((tx) => revokeDocumentLinks(tx, account, revoked.id, NOW + 1));
    const late = await open(one.id, 'late@mail.example', { at: NOW + 2 });
    const early = await open(two.id, 'early@mail.example', { at: NOW - 1 });
    const list = async (owner: string, ...ids: string[]) =>
      (await listOpenLinks(db.read, owner, ids)).map(({ id }) => id);
    assert.deepEqual(await list(account, one.id), [...one.links, late]);
    assert.deepEqual(await list(account, two.id, revoked.id), [early, ...two.links]);
    assert.deepEqual(await list(account, one.id, two.id), [
      early,
      ...[...one.links, ...two.links].sort(),
      late,
    ]);
    assert.deepEqual(await list((await sampleAccount(db)).id, one.id), []);
  });

  it('of signers are the last ones, and all others of their quote can be revoked', async () => {
    const [quote, other] = [await quoteWithLinks(), await quoteWithLinks()];
    const signers = ['Ada@mail.example', 'bob@mail.example', 'new@mail.example'].map((email) => ({ email }));
    const signed = { id: quote.id, signers: signers as Quote['signers'] } as Pick<Quote, 'id' | 'signers'>;
    await open(quote.id, 'ada@mail.example');
    const ada = await open(quote.id, 'ada@mail.example', { at: NOW + 1 });
    const bob = await open(quote.id, 'bob@mail.example');
    const expected = [
      { id: ada, email: 'Ada@mail.example' },
      { id: bob, email: 'bob@mail.example' },
    ];
    assert.deepEqual(await listSignerLinks(db.read, account, signed), expected);
    assert.deepEqual(await listSignerLinks(db.read, account, { id: quote.id }), []);

    const shown = async (id: string) => (await findQuoteRow(db.read, account, id))?.link_id;
    await db.write((tx) => revokeOtherLinks(tx, account, signed, NOW + 5));
    assert.equal(await shown(quote.id), null, 'the owner is not shown a link that is revoked');
    for (const link of quote.links) assert.equal(await isFound(link), false);
    const revoked = await db.read.all<{ at: number }>(
      'SELECT DISTINCT revoked_at AS at FROM links WHERE revoked_at IS NOT NULL AND document_id = ?',
      quote.id,
    );
    assert.deepEqual(
      revoked.map(({ at }) => at),
      [NOW + 5],
    );
    assert.deepEqual(await listSignerLinks(db.read, account, signed), expected);
    for (const link of other.links) assert.equal(await isFound(link), true);
    assert.equal(await shown(other.id), other.links[1]);

    await open(quote.id, 'carol@mail.example');
    await db.write((tx) => setShownLink(tx, account, quote.id, ada));
    await db.write((tx) => revokeOtherLinks(tx, account, signed, NOW + 6));
    assert.equal(await shown(quote.id), ada, 'the link of a signer stays');
    await db.write((tx) => revokeOtherLinks(tx, account, { id: quote.id }, NOW + 7));
    assert.deepEqual(await listOpenLinks(db.read, account, [quote.id]), [], 'nobody signs');
  });

  it('are known after they were revoked, each in its own document and account', async () => {
    const [quote, other] = [await quoteWithLinks(), await quoteWithLinks()];
    const stranger = (await sampleAccount(db)).id;
    const [first = ''] = quote.links;
    await db.write((tx) => revokeDocumentLinks(tx, account, quote.id, NOW + 1));
    const has = (owner: string, id: string, link: string) => hasLink(db.read, owner, id, link);
    assert.equal(await has(account, quote.id, first), true);
    assert.equal(await has(account, other.id, first), false);
    assert.equal(await has(stranger, quote.id, first), false);
    assert.equal(await has(account, quote.id, 'lnk_nobody'), false);
  });

  it('keep the content that was shown last and the one before, each its own', async () => {
    const [quote, other] = [await quoteWithLinks(), await quoteWithLinks()];
    const find = async (link = '') => {
      const found = await findLink(db.read, `hash ${link}`);
      assert.ok(found);
      return found;
    };
    const [first, second] = quote.links;
    const link = await find(first);
    const shown = async (id?: string) => {
      const { shown: last, shown_before: before } = await find(id);
      return [before, last];
    };
    for (const content of ['one', 'two', 'three']) {
      await db.write((tx) => storeShownContent(tx, link, content));
    }
    assert.deepEqual(await shown(first), ['two', 'three']);
    for (const id of [second, ...other.links]) assert.deepEqual(await shown(id), [null, null]);
  });
});
