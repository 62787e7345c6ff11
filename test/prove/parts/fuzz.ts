import fc from 'fast-check';
import { checkRows } from '../../chaos/check-rows.ts';
import { createFuzzClient, exchange, withCustomer } from '../../fuzz/exchange.ts';
import { type FuzzedOperation, findFuzzedOperations } from '../../fuzz/operations.ts';
import { call, callsOf, type FuzzedCall } from '../../fuzz/parameters.ts';
import { bodyTextFor } from '../../fuzz/schema-values.ts';
import type { Json } from '../../support/service/client.ts';
import { type Engine, startTestService } from '../../support/service/service.ts';
import { type PartResult, type Turn, toFailures } from '../part.ts';
import { checkProperty } from '../property.ts';

type Case = { operation: FuzzedOperation; text: string } | { call: FuzzedCall };

const IN_PARALLEL = 20;
const WITHOUT_LIMITS = {
  ...{ RATE_LIMIT_WRITES: '0', RATE_LIMIT_READS: '0', SEND_LIMIT_QUOTE: '0', SEND_LIMIT_RECIPIENT: '0' },
};

/** Sends malformed bodies, paths, queries and headers to every operation of the OpenAPI document. */
export async function proveFuzz(turn: Turn, engine: Engine = engineOf(turn)): Promise<PartResult> {
  const service = await startTestService({ engine, env: WITHOUT_LIMITS });
  try {
    const api = await createFuzzClient(service);
    const { document } = service.contract;
    let cases = 0;
    const open = new Set<Promise<unknown>>();
    const send = async (one: Case) => {
      cases++;
      const answer =
        'call' in one ? call(api, one.call) : exchange(api, one.operation, withCustomer(one.text));
      open.add(answer);
      await answer;
      open.delete(answer);
    };
    const failures = await checkProperty(
      turn,
      fc.array(casesOf(document), { minLength: 1, maxLength: IN_PARALLEL }),
      async (batch) => void (await Promise.all(batch.map(send))),
      describe,
    );
    // The end of the turn does not wait for requests that are on their way.
    await Promise.allSettled(open);
    failures.push(...toFailures(await checkRows(service.db)));
    return { counts: { 'fuzz cases': cases }, failures };
  } finally {
    await service.close();
  }
}

export function engineOf({ seed }: Turn): Engine {
  return seed % 2 === 0 ? 'sqlite' : 'postgres';
}

function casesOf(document: Json): fc.Arbitrary<Case> {
  const bodies = findFuzzedOperations(document).map((operation) => ({
    weight: operation.weight,
    arbitrary: bodyTextFor(operation.schema).map((text): Case => ({ operation, text })),
  }));
  return fc.oneof(
    { weight: 3, arbitrary: fc.oneof(...bodies) },
    { weight: 1, arbitrary: callsOf(document).map((one): Case => ({ call: one })) },
  );
}

function describe(one: unknown): string {
  const sent = one as Case;
  if ('call' in sent) return JSON.stringify(sent.call);
  return `${sent.operation.name} ${sent.operation.method} ${sent.text}`;
}
