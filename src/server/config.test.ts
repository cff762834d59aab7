import { expect, test } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

test("with nothing set it serves localhost:3000 on the embedded database", () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    host: "localhost",
    databaseUrl: null,
    firstAdmin: null,
    demoMode: false,
  });
});

test("everything that is wrong is said at once, and no value is repeated", () => {
  const wrong = {
    PORT: "seventy",
    PUBLIC_URL: "example.com",
    DATABASE_URL: "mysql://root:s3cret@host/db",
    ADMIN_USERNAME: "host",
    LOG_LEVEL: "loud",
    DEMO_MODE: "maybe",
  };
  const message = messageOf(() => loadConfig(wrong));
  for (const name of ["PUBLIC_URL", "DATABASE_URL", "ADMIN_PASSWORD", "LOG_LEVEL", "DEMO_MODE"])
    expect(message).toContain(name);
  expect(message).not.toContain("s3cret");
  expect(messageOf(() => loadConfig({ PORT: "99999" }))).toContain("PORT");
});

test("an empty variable is as good as none, and a public address loses its last slash", () => {
  expect(loadConfig({ DATABASE_URL: "", PUBLIC_URL: "https://cottage.example/" })).toMatchObject({
    databaseUrl: null,
    publicUrl: "https://cottage.example",
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("it was accepted");
}
