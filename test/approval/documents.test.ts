import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { readPdf } from '../support/pdf/read-pdf.ts';
import { describeWithDocuments } from '../support/service/service.ts';

describeWithDocuments((service, isFirstEngine) => {
  /** Returns the mark of the PDF that an address of the console or the API returns. */
  async function readMark(person: TestPerson, url: string): Promise<string | undefined> {
    const response = await fetch(url, { headers: { Cookie: person.cookie } });
    assert.equal(response.status, 200);
    const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    return /Not approved|Draft/.exec(text)?.[0];
  }

  async function findUrl(person: TestPerson, id: string): Promise<string> {
    return (await person.get(`/quotes/${id}/pdf`)).body.url;
  }

  async function submit(person: TestPerson, id: string, action: string): Promise<void> {
    const path = `/${person.accountId}/quotes/${id}`;
    const { text } = await person.page(path);
    const seen = { version: fieldIn(text, 'version'), once: fieldIn(text, 'once') };
    assert.equal((await person.page(`${path}/${action}`, seen)).status, 303);
  }

  test('a draft is marked until it is approved, and what was hosted before is not served for it later', async () => {
    const { accountId, customerId } = await service().newAccount();
    const owner = await signIn(service(), { accountId });
    const member = await signIn(service(), { accountId, role: 'member' });
    const items = [{ description: 'Roof', quantity: 1, unitPrice: 123_400 }];
    const { id } = (await member.post('/quotes', { customerId, title: 'Roof', items })).body;
    const before = await findUrl(member, id);
    assert.equal(await readMark(member, before), 'Draft', 'without rules');

    await owner.patch('/account', { approval: { totalFrom: 100_000 } });
    const held = await findUrl(member, id);
    assert.notEqual(held, before);
    assert.equal(await readMark(member, held), 'Not approved');
    const inConsole = `${service().url}/${accountId}/quotes/${id}/pdf`;
    assert.equal(await readMark(member, inConsole), 'Not approved');

    await submit(owner, id, 'approve');
    assert.equal(await readMark(member, await findUrl(member, id)), 'Draft');
    assert.equal(await readMark(member, inConsole), 'Draft');
    assert.equal(await readMark(member, held), 'Not approved', 'the earlier file stays as it is');

    assert.equal((await member.post(`/quotes/${id}/send`, {})).status, 200);
    assert.equal(await readMark(member, inConsole), undefined, 'as it was sent');
    const sent = await findUrl(member, id);
    await owner.patch('/account', { approval: { totalFrom: 1 } });
    assert.equal(await findUrl(member, id).then((url) => readMark(member, url)), undefined);
    assert.equal(await readMark(member, sent), undefined);
    await member.patch(`/quotes/${id}`, { status: 'DECLINED' });
    assert.equal(await readMark(member, inConsole), undefined, 'a decline of what was sent');
  });

  test('a decline that is recorded takes no mark off', async () => {
    const { accountId, customerId } = await service().newAccount();
    const owner = await signIn(service(), { accountId });
    await owner.patch('/account', { approval: { totalFrom: 100_000 } });
    const items = [{ description: 'Roof', quantity: 1, unitPrice: 123_400 }];
    const { id } = (await owner.post('/quotes', { customerId, title: 'Roof', items })).body;
    await owner.patch(`/quotes/${id}`, { status: 'DECLINED' });
    assert.equal(await readMark(owner, await findUrl(owner, id)), 'Not approved');
    await owner.patch('/account', { approval: null });
    assert.equal(await readMark(owner, await findUrl(owner, id)), undefined, 'no rule is left');
  });

  if (isFirstEngine) {
    /** Returns the mark of the PDF that a preview of one item returns. */
    async function previewMark(headers: Record<string, string>, item: object): Promise<string | undefined> {
      const items = [{ description: 'Roof', quantity: 1, unitPrice: 100_000, ...item }];
      const response = await fetch(`${service().url}/api/v1/quotes/preview`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/pdf' },
        body: JSON.stringify({ title: 'Roof', items }),
      });
      const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
      return /Not approved|Draft/.exec(text)?.[0];
    }

    test('the PDF of a preview is marked too', async () => {
      const api = await service().newAccount();
      const { accountId } = api;
      const owner = await signIn(service(), { accountId });
      const session = { Cookie: owner.cookie, Origin: service().url, 'Proffer-Account': accountId };
      const setRules = (approval: object) => owner.patch('/account', { approval });
      await setRules({ totalFrom: 100_000 });
      assert.equal(await previewMark(session, { unitPrice: 99_999 }), 'Draft');
      assert.equal(await previewMark(session, {}), 'Not approved');

      await setRules({ totalFrom: null, madeByKeys: true });
      assert.equal(await previewMark({ Authorization: `Bearer ${api.key}` }, {}), 'Not approved');
      assert.equal(await previewMark(session, {}), 'Draft');

      await setRules({ madeByKeys: null, marginBelow: 10 });
      assert.equal(await previewMark(session, { cost: 90_000 }), 'Draft');
      assert.equal(await previewMark(session, { cost: 90_001 }), 'Not approved');

      const listed = { description: 'Roof', unitPrice: 100_000, cost: 50_000 };
      const { id: catalogueItemId } = (await owner.post('/catalogue-items', listed)).body;
      assert.equal(await previewMark(session, { catalogueItemId }), 'Draft');
      const key = { Authorization: `Bearer ${api.key}` };
      const unseen = await previewMark(key, { catalogueItemId });
      assert.equal(unseen, 'Not approved', 'who may not see the cost learns nothing of it');
    });
  }
});
