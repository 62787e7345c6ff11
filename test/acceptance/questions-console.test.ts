import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn } from '../support/console/sign-in.ts';
import { describeOnOneEngine } from '../support/service/service.ts';

const row = (n: number, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([part, value]) => [`question.${n}.${part}`, value]));

describeOnOneEngine((service) => {
  test('an owner asks questions in the settings, with a preview that saves nothing', async () => {
    const account = await service().newAccount();
    const owner = await signIn(service(), { accountId: account.accountId });
    const path = `/${account.accountId}/settings/questions`;
    const opened = await owner.page(path);
    expectValidHtml(opened.text, 'empty');
    const seen = { version: fieldIn(opened.text, 'version'), was: fieldIn(opened.text, 'was') };
    const fields = {
      ...row(0, { label: 'Your order number', kind: 'order', required: 'on' }),
      ...row(2, { label: 'Colour <b>', kind: 'choice', options: 'Red\n\n Blue ' }),
    };
    const preview = await owner.page(path, { ...seen, ...fields, do: 'preview' });
    assert.equal(preview.status, 200);
    expectValidHtml(preview.text, 'preview');
    assert.match(preview.text, /<label for="answer-purchaseOrder">/);
    assert.deepEqual(ok(await account.get('/account')).acceptanceFields, [], 'a preview saves nothing');
    assert.equal((await owner.page(path, { ...seen, ...fields })).location, `${path}?done=saved`);
    assert.deepEqual(ok(await account.get('/account')).acceptanceFields, [
      { key: 'purchaseOrder', label: 'Your order number', kind: 'text', required: true },
      { key: 'question1', label: 'Colour <b>', kind: 'choice', required: false, options: ['Red', 'Blue'] },
    ]);
    const late = await owner.page(path, { ...seen, ...row(0, { label: 'Another', kind: 'text' }) });
    assert.equal(late.status, 409, 'somebody else saved in the meantime');
  });

  test('wrong questions are named at their fields, and nothing is saved', async () => {
    const account = await service().newAccount();
    const owner = await signIn(service(), { accountId: account.accountId });
    const path = `/${account.accountId}/settings/questions`;
    const { text } = await owner.page(path);
    const seen = { version: fieldIn(text, 'version'), was: fieldIn(text, 'was') };
    const wrong = await owner.page(path, {
      ...seen,
      ...row(0, { label: 'x'.repeat(201), kind: 'text' }),
      ...row(1, { label: 'Colour', kind: 'choice', options: 'Red' }),
      ...row(3, { label: 'One', kind: 'order' }),
      ...row(4, { label: 'Two', kind: 'order' }),
    });
    assert.equal(wrong.status, 400);
    for (const id of ['0-label', '1-options', '4-kind']) {
      assert.ok(wrong.text.includes(`id="f-question-${id}-error"`), id);
    }
    assert.deepEqual(ok(await account.get('/account')).acceptanceFields, []);
  });

  test('a quote and a template have questions of their own, and a recorded acceptance answers them', async () => {
    const account = await service().newAccount();
    const owner = await signIn(service(), { accountId: account.accountId });
    const base = `/${account.accountId}`;
    const submit = async (path: string, fields: Record<string, string>) => {
      const { text } = await owner.page(base + path);
      const hidden = ['version', 'once'].filter((name) => text.includes(`name="${name}"`));
      const seen = Object.fromEntries(hidden.map((name) => [name, fieldIn(text, name)]));
      return owner.page(base + path, { ...seen, ...fields });
    };
    const quote = await createQuote(account, { customerId: account.customerId });
    const asked = await submit(
      `/quotes/${quote.id}/questions`,
      row(0, { label: 'Seats?', kind: 'number', required: 'on' }),
    );
    assert.equal(asked.location, `${base}/quotes/${quote.id}?notice=saved`);
    const template = ok(await account.post('/templates', { name: 'T' }));
    await submit(`/templates/${template.id}/questions`, row(0, { label: 'Begin?', kind: 'date' }));
    assert.equal(ok(await account.get(`/templates/${template.id}`)).acceptanceFields[0].kind, 'date');
    await submit(`/templates/${template.id}/questions`, {
      usesDefault: 'on',
      ...row(0, { label: 'x', kind: 'text' }),
    });
    assert.equal(ok(await account.get(`/templates/${template.id}`)).acceptanceFields, null);
    const none = await submit(`/quotes/${quote.id}/accept`, { 'answer-question1': '' });
    assert.equal(none.status, 400);
    assert.ok(none.text.includes('id="answer-question1-error"'));
    expectValidHtml(none.text, 'accept by phone');
    assert.equal((await submit(`/quotes/${quote.id}/accept`, { 'answer-question1': '1,200.5' })).status, 303);
    const accepted = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual([accepted.status, accepted.answers], ['ACCEPTED', { question1: '1200.5' }]);
    const page = await owner.page(`${base}/quotes/${quote.id}`);
    assert.match(page.text, /<dt>Seats\?<\/dt><dd><bdi>1200\.5<\/bdi>/);
    ok(await account.post(`/quotes/${quote.id}/convert-to-invoice`));
    const late = await owner.page(`${base}/quotes/${quote.id}/questions`, { version: '1' });
    assert.equal(late.status, 409);
  });
});
