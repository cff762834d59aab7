import { StartProblem } from "../runtime/start-problem.ts";
import { isDatabaseUnreachable, isRefusedByPooler } from "./dialect.ts";

/**
 * What an error of the database means and what to do about it, for the person who runs a command or starts the server;
 * null for errors that such a person cannot correct.
 */
export function databaseProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof StartProblem) return error.message;
  if (isRefusedByPooler(error))
    return `The connection pooler in front of PostgreSQL refuses the connection (${error.message}). Check DATABASE_URL, or use the direct connection to PostgreSQL.`;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  for (const [pattern, message] of BY_CODE) if (pattern.test(code)) return message(error.message, code);
  if (isDatabaseUnreachable(error))
    // If the database's host name resolves to several IP addresses, the error has no message of its own.
    return `The database does not respond (${code || error.message}). Check DATABASE_URL, and whether PostgreSQL is running, then try again.`;
  // Errors that pg reports without a code.
  if (/password must be a/.test(error.message))
    return "PostgreSQL expects a password. Add it to DATABASE_URL: postgres://user:password@host/database";
  if (error.message === "The server does not support SSL connections")
    return "PostgreSQL does not accept encrypted connections. If it runs on this machine or in a private network, remove sslmode from DATABASE_URL. Otherwise, turn on SSL in PostgreSQL.";
  return null;
}

/** By SQLSTATE, or by SQLite's extended result code. */
const BY_CODE: [code: RegExp, message: (reason: string, code: string) => string][] = [
  [
    /^28/,
    (reason) =>
      `PostgreSQL refuses to let Latchkey in (${reason}). Check the user and the password in DATABASE_URL; in a password, write special characters as in web addresses, such as %40 for @.`,
  ],
  [
    /^3D000/,
    (reason) =>
      `This database does not exist on the PostgreSQL server (${reason}). Check the name at the end of DATABASE_URL, or create the database.`,
  ],
  [
    /^42501/,
    (reason) =>
      `This database account is not allowed to do this (${reason}). Check the user in DATABASE_URL. If it is the right one, run deploy/postgres-roles.sql again as a superuser.`,
  ],
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_)/,
    (_reason, code) =>
      `The certificate of the PostgreSQL server was not issued by a public authority (${code}). Download the CA certificate from your provider, or copy it from the server, and add its path to DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.crt`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID/,
    (reason) =>
      `The certificate of the PostgreSQL server is for another host name (${reason}). In DATABASE_URL, use the host name in the certificate.`,
  ],
  [
    /^CERT_HAS_EXPIRED/,
    () => "The certificate of the PostgreSQL server has expired. Renew it, and check this machine's clock.",
  ],
  [/^53300/, (reason) => `PostgreSQL accepts no more connections (${reason}). Try again in a minute.`],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    () =>
      "Another program is using the database, and did not finish in time. Try again in a minute. If this happens again, close the programs that have latchkey.sqlite open, such as a database viewer or another Latchkey.",
  ],
  [
    /^SQLITE_CANTOPEN/,
    () =>
      "The database file cannot be opened. Check that DATA_DIR is Latchkey's data folder, and that latchkey.sqlite in it is a file.",
  ],
  [
    /^SQLITE_READONLY/,
    () =>
      "The database cannot be written to. Check whether its disk is read-only, and that DATA_DIR and everything in it belongs to Latchkey's user.",
  ],
];
