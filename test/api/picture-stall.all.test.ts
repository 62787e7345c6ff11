import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { quoteBody } from '../support/api/quotes.ts';
import { type StallWatch, startStallWatch } from '../support/api/stall.ts';
import { dataUrl, hostileLogos, PNG } from '../support/pdf/logos.ts';

const LOGOS = hostileLogos();
/** For a drawn signature only the path is stored. */
const SIGNATURES = {
  'a path that nearly is one': `M1 1${'L123 123'.repeat(2400)}M1 1`,
  'moves without an end': 'M1 1'.repeat(5000),
  digits: `M${'1'.repeat(60_000)}`,
  'a picture': dataUrl('png', PNG),
};

// One engine is enough: images are processed the same way before they are stored.
describe('a large image does not block other requests', () => {
  let watch: StallWatch;
  let link: string;
  before(async () => {
    watch = await startStallWatch('sqlite');
    link = await sendQuote(watch);
  });
  after(() => watch?.stop());

  for (const [name, logo] of Object.entries(LOGOS)) {
    test(`logo: ${name} (${logo.length.toLocaleString('en')} characters)`, async () => {
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

  for (const [name, signature] of Object.entries(SIGNATURES)) {
    test(`signature: ${name} (${signature.length.toLocaleString('en')} characters)`, async () => {
      const reply = await watch.harmless({
        method: 'POST',
        path: `${link}/accept`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ name: 'Somebody', signature }).toString(),
      });
      assert.equal(reply.status, 400, reply.text.slice(0, 300));
    });
  }
});

/** Sends a quote and returns the path of its customer page. */
async function sendQuote({ send }: StallWatch): Promise<string> {
  const path = '/api/v1/quotes';
  const body = JSON.stringify(quoteBody({ customerId: 'cus_demo' }));
  const { id } = JSON.parse((await send({ method: 'POST', path, body })).text);
  const sent = await send({ method: 'POST', path: `${path}/${id}/send` });
  assert.equal(sent.status, 200, sent.text);
  return new URL(JSON.parse(sent.text).publicUrl).pathname;
}
