import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createQuote } from '../support/api/quotes.ts';
import { connectTools, type Era } from '../support/mcp/tools.ts';
import { proffer } from '../support/service/cli.ts';
import { PROGRAM, PROGRAM_ENV } from '../support/service/program.ts';
import { describeOnOneEngine } from '../support/service/service.ts';
import { until } from '../support/until.ts';

describeOnOneEngine((service) => {
  async function start(key: string, era: Era) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...PROGRAM, 'mcp', '--url', service().url],
      env: { ...PROGRAM_ENV, PROFFER_API_KEY: key },
      stderr: 'pipe',
    });
    let stderr = '';
    transport.stderr?.on('data', (text: Buffer) => {
      stderr += text;
    });
    return { tools: await connectTools(transport, era), transport, stderr: () => stderr };
  }

  for (const era of ['legacy', 'auto'] as const) {
    test(`the official client uses the tools over stdio (${era})`, async () => {
      const api = await service().newAccount();
      const { id } = await createQuote(api);
      const { secret } = await service().newKey(api.accountId, 'draft');
      const { tools, stderr } = await start(secret, era);
      try {
        const version = tools.client.getNegotiatedProtocolVersion() ?? '';
        assert.match(version, era === 'auto' ? /^2026-07-28$/ : /^2025/);
        assert.ok((await tools.names()).includes('draft_quote'));
        assert.ok(!(await tools.names()).includes('send_quote'));
        assert.equal((await tools.call('get_quote', { id })).value.total, '100.00');
        assert.equal((await tools.call('get_quote', { id: 'quo_x' })).value.code, 'not_found');
        await assert.rejects(tools.call('schön'), /no tool with this name/);
        assert.equal(stderr(), '');
      } finally {
        await tools.close();
      }
    });
  }

  test('a key that is revoked meanwhile is an error for the client and for people', async () => {
    const api = await service().newAccount();
    const { secret } = await service().newKey(api.accountId, 'read', {
      expiresAt: service().clock() + 60_000,
    });
    const { tools, stderr } = await start(secret, 'auto');
    try {
      service().clock.advance(60_000);
      await assert.rejects(tools.call('find_quotes'), /status 401: The API key has expired/);
      await until(async () => /^proffer: .*status 401/m.test(stderr()));
      assert.ok(!stderr().includes(secret));
    } finally {
      await tools.close();
    }
  });

  test('it ends when stdin closes, and says what is missing', async () => {
    const api = await service().newAccount();
    const env = { PROFFER_URL: `${service().url}/mcp`, PROFFER_API_KEY: api.key };
    const list = JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'tools/list' });
    const ended = await proffer(['mcp'], env, { input: `${list}\n\nno JSON\n` });
    assert.equal(ended.code, 0, ended.stderr);
    const replies = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(replies.find(({ id }) => id === 'a').result.tools.length > 5, true);
    assert.equal(replies.find(({ id }) => id === null).error.code, -32700);

    const values = ['null', '5', '"text"', 'true', `[${list}]`];
    const strange = await proffer(['mcp'], env, { input: `${values.join('\n')}\n${list}\n` });
    assert.deepEqual([strange.code, strange.stderr], [0, '']);
    const answers = strange.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      answers.filter(({ id }) => id === null).map(({ error }) => error.code),
      values.map(() => -32600),
    );
    assert.ok(answers.some(({ id, result }) => id === 'a' && result));

    const [noUrl, noKey, nobody] = await Promise.all([
      proffer(['mcp'], { PROFFER_API_KEY: api.key }),
      proffer(['mcp', '--url', service().url]),
      proffer(['mcp', '--url', 'http://127.0.0.1:1'], env, { input: list }),
    ]);
    assert.deepEqual([noUrl.code, noKey.code], [2, 1]);
    assert.match(noUrl.stderr, /^proffer: name the service with --url or PROFFER_URL/);
    assert.match(noKey.stderr, /^proffer: set PROFFER_API_KEY/);
    assert.match(nobody.stderr, /^proffer: http:\/\/127\.0\.0\.1:1 cannot be reached/);
    assert.match(JSON.parse(nobody.stdout).error.message, /cannot be reached/);
  });
});
