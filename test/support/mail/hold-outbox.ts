import type { TestService } from '../service/service.ts';

type HeldService = Pick<TestService, 'db' | 'engine'>;

/** Later than any clock of a test. */
const NEVER = 9_000_000_000_000;

/**
 * Lets emails that are queued from now on wait until the returned function is called, with a
 * service that has followed on the same database if there is one. The job that sends them runs at
 * any moment, so that a test could not see what is there before they leave.
 */
export async function holdOutbox(service: HeldService): Promise<(service?: HeldService) => Promise<void>> {
  const [create, drop] = service.engine === 'sqlite' ? SQLITE : POSTGRES;
  const run = ({ db }: HeldService, statements: readonly string[]) =>
    db.write(async (tx) => {
      for (const statement of statements) await tx.run(statement);
    });
  await run(service, create);
  return (later = service) => run(later, [...drop, `UPDATE outbox SET next_at = 0 WHERE next_at = ${NEVER}`]);
}

const SQLITE = [
  [
    `CREATE TRIGGER hold_outbox AFTER INSERT ON outbox
     BEGIN UPDATE outbox SET next_at = ${NEVER} WHERE account_id = NEW.account_id AND id = NEW.id; END`,
  ],
  ['DROP TRIGGER hold_outbox'],
] as const;

/** Citus rejects a trigger without it, because one could read other servers. PostgreSQL ignores the setting. */
const ALLOW_TRIGGERS = 'SET LOCAL citus.enable_unsafe_triggers = on';
const POSTGRES = [
  [
    ALLOW_TRIGGERS,
    `CREATE FUNCTION hold_outbox() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN NEW.next_at := ${NEVER}; RETURN NEW; END'`,
    'CREATE TRIGGER hold_outbox BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION hold_outbox()',
  ],
  [ALLOW_TRIGGERS, 'DROP TRIGGER hold_outbox ON outbox', 'DROP FUNCTION hold_outbox()'],
] as const;
