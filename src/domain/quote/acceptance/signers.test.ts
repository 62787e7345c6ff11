import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createValidity } from '../line/validity.ts';
import {
  clearSignatures,
  findSigner,
  findSignerErrors,
  hasSignatures,
  haveAllSigned,
  isSameAddress,
  listSignersInTurn,
  MAX_SIGNERS,
  MIN_SIGNERS,
  parseSignatures,
  type Signer,
  type SignerInput,
  toSignerContent,
  updateSigner,
  voidSignatures,
  withSigners,
} from './signers.ts';

const AT = '2026-03-10T10:00:00.000Z';
const input = (name: string, order = 1): SignerInput => ({ name, email: `${name}@mail.example`, order });
const signer = (name: string, order = 1, more: Partial<Signer> = {}): Signer => ({
  ...{ ...input(name, order), sentAt: null, signedAt: null },
  ...more,
});
const quote = (...signers: Signer[]) => ({ title: 'T', signers });
const namesOf = (signers: Signer[]) => signers.map(({ name }) => name);

test('a signer who stays keeps what has happened, whatever the case of the address', () => {
  const [ada, bea] = [signer('ada', 1, { sentAt: AT, signedAt: AT, voidedAt: AT }), signer('bea', 2)];
  const changed = withSigners(quote(ada, bea), [
    { ...input('ada', 3), email: 'ADA@mail.example' },
    input('cleo'),
  ]);
  assert.deepEqual(changed, {
    title: 'T',
    signers: [{ ...ada, email: 'ADA@mail.example', order: 3 }, signer('cleo')],
  });
  assert.ok(!('voidedAt' in (changed.signers[1] ?? {})), 'nobody else has it, not even undefined');
});

test('signers that are not given or the same change nothing, and null removes them', () => {
  const own = quote(signer('ada', 1, { signedAt: AT }), signer('bea', 2));
  assert.equal(withSigners(own, undefined), own);
  assert.equal(withSigners(own, [input('ada'), input('bea', 2)]), own);
  assert.notEqual(withSigners(own, [input('bea', 2), input('ada')]), own, 'the order is content');
  assert.deepEqual(withSigners(own, null), { title: 'T' });
  const without: { title: string; signers?: Signer[] } = { title: 'T' };
  assert.equal(withSigners(without, null), without);
  assert.deepEqual(withSigners(without, [input('ada')]).signers, [signer('ada')]);
});

test('the content of a signer is not what has happened', () => {
  assert.deepEqual(toSignerContent([signer('ada', 2, { sentAt: AT, publicUrl: 'x' })]), [input('ada', 2)]);
  assert.deepEqual([toSignerContent(null), toSignerContent(undefined)], [null, null]);
});

test('two to ten people can be asked to sign', () => {
  assert.deepEqual([MIN_SIGNERS, MAX_SIGNERS], [2, 10]);
});

test('each signer has an address of their own', () => {
  const find = (signers: unknown, ...invalid: string[]) =>
    findSignerErrors(
      signers as SignerInput[],
      createValidity(invalid.map((path) => ({ path, message: 'is wrong' }))),
    ).map(({ path }) => path);
  const twice = [input('ada'), input('bea'), { ...input('x'), email: 'ADA@Mail.example' }, input('ada')];
  assert.deepEqual(find([input('ada'), input('bea')]), []);
  assert.deepEqual(find(twice), ['/signers/2/email', '/signers/3/email']);
  assert.deepEqual(find(twice, '/signers/0/email'), ['/signers/3/email'], 'a wrong address is no other');
  assert.deepEqual(find(twice, '/signers'), []);
  assert.deepEqual(find([{ email: 7 }, { email: 7 }]), []);
  assert.deepEqual(find([input('ada'), null, input('ada')], '/signers/1'), ['/signers/2/email']);
  for (const none of [null, undefined, 'ada', {}]) assert.deepEqual(find(none), []);
});

test('all of the lowest order in which somebody has not signed can sign', () => {
  const signed = { signedAt: AT };
  const turns = (...signers: Signer[]) => namesOf(listSignersInTurn(quote(...signers)));
  assert.deepEqual(turns(signer('a', 5), signer('b', 2), signer('c', 2)), ['b', 'c']);
  assert.deepEqual(turns(signer('a', 5), signer('b', 2, signed), signer('c', 2)), ['c']);
  assert.deepEqual(turns(signer('a', 5), signer('b', 2, signed), signer('c', 2, signed)), ['a']);
  assert.deepEqual(turns(signer('a', 5, signed)), []);
  assert.deepEqual(listSignersInTurn({}), []);
});

test('some have signed, or all, of signers that there are', () => {
  const [open, signed] = [signer('a'), signer('b', 1, { signedAt: AT })];
  const state = (of: { signers?: Signer[] }) => [hasSignatures(of), haveAllSigned(of)];
  assert.deepEqual(state({}), [false, false]);
  assert.deepEqual(state(quote(open)), [false, false]);
  assert.deepEqual(state(quote(open, signed)), [true, false]);
  assert.deepEqual(state(quote(signed, signed)), [true, true]);
});

test('a signer is found and changed by address, and nobody else', () => {
  const own = quote(signer('ada'), signer('bea'));
  assert.equal(isSameAddress('Ada@mail.example', 'ada@MAIL.example'), true);
  assert.equal(isSameAddress('ada@mail.example', 'ada@mail.example.org'), false);
  assert.equal(findSigner(own, 'BEA@mail.example')?.name, 'bea');
  assert.equal(findSigner(own, 'cleo@mail.example'), undefined);
  assert.equal(findSigner({}, 'ada@mail.example'), undefined);
  const changed = updateSigner(own, 'Bea@mail.example', { signedAt: AT });
  assert.deepEqual(changed, quote(signer('ada'), signer('bea', 1, { signedAt: AT })));
  assert.equal(updateSigner(own, 'cleo@mail.example', { signedAt: AT }), own);
});

test('an edit voids the signatures that there are, with the answers, and says when', () => {
  const open = signer('bea', 2, { sentAt: AT });
  const own = { ...quote(signer('ada', 1, { signedAt: AT }), open), answers: { a: 'b' } };
  const voided = voidSignatures(own, '2026-03-11');
  assert.deepEqual(voided, quote(signer('ada', 1, { voidedAt: '2026-03-11' }), open));
  const unsigned = { ...quote(open), answers: { a: 'b' } };
  assert.equal(voidSignatures(unsigned, AT), unsigned);
});

test('everybody signs a quote again that is sent again', () => {
  const own = quote(signer('ada', 1, { sentAt: AT, signedAt: AT, voidedAt: AT }), signer('bea'));
  assert.deepEqual(clearSignatures(own), quote(signer('ada', 1, { sentAt: AT }), signer('bea')));
  const without: { signers?: Signer[] } = {};
  assert.equal(clearSignatures(without), without);
});

test('a quote that nobody has signed has no signatures', () => {
  assert.deepEqual(parseSignatures(null), []);
  assert.deepEqual(parseSignatures('[{"email":"a"}]'), [{ email: 'a' }]);
});
