/**
 * Settings that a role, a database or a server may have, but that Latchkey's statements rely on. They are set by a
 * statement, because poolers such as PgBouncer refuse a connection that brings its own settings.
 */
const RELIED_ON = {
  datestyle: "ISO",
  timezone: "UTC",
  intervalstyle: "postgres",
  bytea_output: "hex",
  standard_conforming_strings: "on",
  // After waiting for a lock, a transaction must see what the previous holder of the lock has committed.
  default_transaction_isolation: "read committed",
};

/** The statements that prepare a new connection. Times are in milliseconds; 0 means no limit. */
export function sessionSettings(times: Record<`${string}_timeout`, number>): string {
  const all = Object.entries({ ...RELIED_ON, ...times });
  return all.map(([name, value]) => `set ${name} = '${value}'`).join("; ");
}

/** For work that takes minutes, such as a backup, whatever limits the role has. */
export const UNLIMITED = `${sessionSettings({
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
})}; select set_config(name, '0', false) from pg_settings where name in ('idle_session_timeout', 'transaction_timeout')`;
