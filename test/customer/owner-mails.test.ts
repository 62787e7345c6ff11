import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  accept,
  attachmentOf,
  type CapturedMail,
  decline,
  mailsOf,
  ok,
  submit,
  visit,
} from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { describeWithDocuments, type TestAccount, type TestService } from '../support/service/service.ts';

const OWNER = 'owner@nordlicht.example';
const svgLogo = (color: string) =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h90v30H0z" fill="${color}"/><text x="9" y="20">Nord</text></svg>`).toString('base64')}`;

describeWithDocuments((service) => {
  async function newAccount(logo: string | null): Promise<TestAccount> {
    const account = await service().newAccount({ name: 'Nordlicht Studio' });
    ok(await account.patch('/account', { email: OWNER, logo }));
    return account;
  }

  async function toOwner(account: TestAccount): Promise<CapturedMail[]> {
    await service().runJob('outbox');
    return (await mailsOf(service(), account)).filter(({ to }) => to[0]?.address === OWNER);
  }

  it("the owner's emails have the PDF of the quote attached", async () => {
    const account = await newAccount(null);
    for (const [what, answer] of [
      ['accepted', (url: string) => accept(url)],
      ['declined', (url: string) => decline(url)],
      ['asked about', (url: string) => submit(url, 'question', { question: 'Why?' })],
    ] as const) {
      const quote = await sentQuote(account, { title: `Shed ${what}` });
      const before = (await toOwner(account)).length;
      await answer(quote.publicUrl);
      const [mail] = (await toOwner(account)).slice(before);
      assert.ok(mail, what);
      const words = await wordsOf(await attachmentOf(service(), account, mail));
      assert.ok(words.includes(quote.number) && words.includes(`Shed${what.replaceAll(' ', '')}`), what);
      assert.equal(words.includes('Acceptedby'), what === 'accepted', 'the record is on what was accepted');
    }
  });

  it('an SVG logo is shown in emails as a bitmap, created at upload or once on first use', async () => {
    const account = await newAccount(svgLogo('#0f766e'));
    const atUpload = await bitmaps(service(), account);
    assert.equal(atUpload.length, 1);
    assert.deepEqual([...(atUpload[0]?.png.subarray(1, 4) ?? [])], [...Buffer.from('PNG')]);
    const { body } = await account.get('/account');
    assert.equal(body.logo, svgLogo('#0f766e'), 'the account keeps its own');
    assert.ok(!JSON.stringify(body).includes('image/png'));

    const quote = await sentQuote(account);
    await submit(quote.publicUrl, 'question', { question: 'Why?' });
    await service().runJob('outbox');
    for (const { attachments } of await mailsOf(service(), account)) {
      assert.deepEqual(attachments.map(({ contentType }) => contentType).sort(), [
        'application/pdf',
        'image/png',
      ]);
    }

    // Restores the state that an earlier version left.
    await service().db.write((tx) =>
      tx.run('DELETE FROM logo_bitmaps WHERE account_id = ?', account.accountId),
    );
    await submit(quote.publicUrl, 'question', { question: 'And why now?' });
    await sentQuote(account);
    await service().runJob('outbox');
    const [asked, sent] = (await mailsOf(service(), account)).slice(-2);
    for (const mail of [asked, sent]) assert.equal(mail?.attachments.length, 2);
    assert.deepEqual(await bitmaps(service(), account), atUpload);

    // The bitmap is replaced while an email is written.
    let asking: Promise<unknown> | undefined;
    await service().db.write(async (tx) => {
      await tx.run('DELETE FROM logo_bitmaps WHERE account_id = ?', account.accountId);
      asking = submit(quote.publicUrl, 'question', { question: 'And in between?' });
      // Later requests have their response, so the question now waits for the write lock.
      for (const path of ['/docs', '/docs/problems']) await visit(service().url + path);
    });
    await asking;
    assert.equal((await mailsOf(service(), account)).at(-1)?.attachments.length, 2);

    ok(await account.patch('/account', { logo: svgLogo('#aa0033') }));
    const after = await bitmaps(service(), account);
    assert.equal(after.length, 1);
    assert.notDeepEqual(after[0]?.png, atUpload[0]?.png);
  });

  it('a white logo is on a plate in emails and on the customer page', async () => {
    const white = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M9 9h72v12H9z" fill="#fff"/></svg>').toString('base64')}`;
    const account = await newAccount(white);
    const { publicUrl } = await sentQuote(account);
    const rows = (await bitmaps(service(), account)).map(({ png }) => Buffer.from(png).toString('base64'));
    assert.equal(rows.length, 2, 'with and without the plate');
    const page = (await visit(publicUrl)).text;
    const shown = /<img class="logo" src="data:image\/png;base64,([^"]+)"/.exec(page)?.[1] ?? '';
    assert.ok(rows.includes(shown));
    const [mail] = await mailsOf(service(), account);
    assert.ok(mail);
    assert.equal(
      Buffer.from(await attachmentOf(service(), account, mail, 'image/png')).toString('base64'),
      shown,
    );
  });
});

function bitmaps({ db }: TestService, { accountId }: TestAccount): Promise<{ png: Uint8Array }[]> {
  return db.read.all<{ png: Uint8Array }>('SELECT png FROM logo_bitmaps WHERE account_id = ?', accountId);
}
