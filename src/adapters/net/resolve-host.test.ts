import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AddressRules, resolveAllowedAddresses, UnreachableError } from './resolve-host.ts';

describe('the addresses of a host', () => {
  it('are used if all of them are public', async () => {
    assert.deepEqual(await resolve('mail.test', ['8.8.8.8', '2001:4860:4860::8888']), [
      '8.8.8.8',
      '2001:4860:4860::8888',
    ]);
    await assert.rejects(resolve('mail.test', ['8.8.8.8', '10.0.0.5']), UnreachableError);
    await assert.rejects(resolve('10.0.0.5', []), UnreachableError);
    await assert.rejects(resolve('mail.test', []), /could not be resolved/);
  });

  it('may be private if the host or each private address is an exception', async () => {
    const privateHosts = ['mail.internal', '10.0.0.5', 'fd00::5'];
    assert.deepEqual(await resolve('Mail.Internal', ['10.9.9.9'], { privateHosts }), ['10.9.9.9']);
    assert.deepEqual(await resolve('a.test', ['10.0.0.5', '8.8.8.8'], { privateHosts }), [
      '10.0.0.5',
      '8.8.8.8',
    ]);
    assert.deepEqual(await resolve('fd00::5', [], { privateHosts }), ['fd00::5']);
    await assert.rejects(resolve('a.test', ['10.0.0.5', '10.0.0.6'], { privateHosts }), UnreachableError);
    await assert.rejects(resolve('mail.internal.test', ['10.9.9.9'], { privateHosts }), UnreachableError);
  });
});

function resolve(host: string, found: string[], rules: AddressRules = {}): Promise<string[]> {
  return resolveAllowedAddresses(host, { ...rules, find: async () => found });
}
