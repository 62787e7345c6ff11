import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hostileLogos } from '../support/logos.ts';
import { engines } from '../support/service.ts';
import { type StallWatch, startStallWatch } from '../support/stall.ts';

const LOGOS = hostileLogos();

for (const engine of engines()) {
  describe(`no logo holds up others on ${engine}`, () => {
    let watch: StallWatch;
    before(async () => {
      watch = await startStallWatch(engine);
    });
    after(() => watch?.stop());

    for (const [name, logo] of Object.entries(LOGOS)) {
      test(`${name} (${logo.length.toLocaleString('en')} characters)`, async () => {
        const body = JSON.stringify({ logo });
        const reply = await watch.harmless({ method: 'PATCH', path: '/api/v1/account', body });
        if (name === 'many rules') assert.match(reply.text, /drawing it takes too long/);
        if (reply.status === 200) return;
        assert.equal(reply.status, 400, reply.text.slice(0, 300));
        const { code, errors } = JSON.parse(reply.text);
        assert.equal(code, 'validation_failed');
        assert.equal(errors[0].path, '/logo');
        assert.ok(errors[0].message.length < 200);
      });
    }
  });
}
