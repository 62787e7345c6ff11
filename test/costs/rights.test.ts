import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from '../support/console/sign-in.ts';
import { describeService } from '../support/service/service.ts';

describeService((service) => {
  test('owners give members rights, which a change of role ends', async () => {
    const owner = await signIn(service());
    const member = await signIn(service(), { role: 'member' });
    const rightsOf = async (id: string) => {
      const { body } = await owner.get('/users');
      const { seesCosts, mayApprove } = body.data.find((user: { id: string }) => user.id === id);
      return { seesCosts, mayApprove };
    };
    assert.deepEqual(await rightsOf(owner.userId), { seesCosts: true, mayApprove: true });
    assert.deepEqual(await rightsOf(member.userId), { seesCosts: false, mayApprove: false });

    const given = await owner.patch(`/users/${member.userId}`, { seesCosts: true });
    assert.equal(given.status, 200);
    assert.deepEqual([given.body.role, given.body.seesCosts, given.body.mayApprove], ['member', true, false]);
    await owner.patch(`/users/${member.userId}`, { mayApprove: true });
    assert.deepEqual(await rightsOf(member.userId), { seesCosts: true, mayApprove: true });

    await owner.patch(`/users/${member.userId}`, { role: 'reader' });
    assert.deepEqual(await rightsOf(member.userId), { seesCosts: false, mayApprove: false });
    const refused = await owner.patch(`/users/${member.userId}`, { mayApprove: true });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.errors[0].path, '/mayApprove');
    await owner.patch(`/users/${member.userId}`, { role: 'member' });
    assert.deepEqual(await rightsOf(member.userId), { seesCosts: false, mayApprove: false });
    assert.equal((await owner.patch(`/users/${owner.userId}`, { seesCosts: false })).status, 400);
    assert.equal((await member.patch(`/users/${member.userId}`, { seesCosts: true })).status, 403);
  });

  test('the page of people sets rights, and the page of keys creates a key that sees costs', async () => {
    const owner = await signIn(service());
    const member = await signIn(service(), { role: 'member' });
    const at = `/${owner.accountId}/settings`;
    const sent = await owner.page(`${at}/people/${member.userId}/role`, { role: 'member', seesCosts: 'on' });
    assert.equal(sent.status, 303);
    const { body } = await owner.get('/users');
    assert.equal(body.data.find((user: { id: string }) => user.id === member.userId).seesCosts, true);
    assert.match((await owner.page(`${at}/people`)).text, /name="seesCosts" value="on" checked/);

    await owner.page(`${at}/keys`, { name: 'Costs', access: 'read', costs: 'on' });
    await owner.page(`${at}/keys`, { name: 'Plain', access: 'read' });
    const keys = (await owner.get('/keys')).body.data;
    const seesCosts = (name: string) => keys.find((key: { name: string }) => key.name === name).seesCosts;
    assert.deepEqual([seesCosts('Costs'), seesCosts('Plain')], [true, false]);
    assert.match((await owner.page(`${at}/keys`)).text, /sees costs/);
    const made = await owner.post('/keys', { name: 'Reports', scopes: ['read'], seesCosts: true });
    assert.equal(made.body.seesCosts, true);
  });
});
