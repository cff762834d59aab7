import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig, decodeEnvFile, withEnvFile } from "./config.ts";

test("with nothing set, the server uses localhost:3000 and the embedded database", () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    host: "localhost",
    databaseUrl: null,
    firstAdmin: null,
    demoMode: false,
  });
});

test("all problems are reported at once, without repeating any value", () => {
  const wrong = {
    PORT: "seventy",
    PUBLIC_URL: "example.com",
    DATABASE_URL: "mysql://root:s3cret@host/db",
    SMTP_URL: "smtp://mail.example:587",
    LOG_LEVEL: "loud",
    DEMO_MODE: "maybe",
  };
  const message = messageOf(() => loadConfig(wrong));
  for (const name of ["PORT", "PUBLIC_URL", "DATABASE_URL", "MAIL_FROM", "LOG_LEVEL", "DEMO_MODE"])
    expect(message).toContain(`${name}:`);
  for (const value of ["seventy", "s3cret", "mail.example", "loud", "maybe"]) expect(message).not.toContain(value);
  expect(messageOf(() => loadConfig({ PORT: "99999" }))).toContain("PORT");
});

test("a value that breaks several rules is reported in one line, with the first of them", () => {
  expect(messageOf(() => loadConfig({ PUBLIC_URL: "example.com" }))).toBe(
    "PUBLIC_URL: use an address such as https://example.com",
  );
});

test("no setting's value is repeated in a message, whether the setting is wrong alone or with all the others", () => {
  const example = readFileSync(".env.example", "utf8");
  const names = [...example.matchAll(/^#([A-Z_0-9]+)=/gm)].map(([, name = ""]) => name);
  expect(names).toContain("STRIPE_SECRET_KEY");
  const wrong = Object.fromEntries(names.map((name) => [name, "s3cret: /?#% value"]));
  expect(messageOf(() => loadConfig(wrong))).not.toContain("s3cret");
  for (const [name, value] of Object.entries(wrong)) {
    let message = "";
    try {
      loadConfig({ [name]: value });
    } catch (error) {
      message = String(error);
    }
    expect([name, message]).toEqual([name, expect.not.stringContaining("s3cret")]);
  }
});

test("a misspelled setting is named, but not a variable of another program", () => {
  const found = (...names: string[]) => loadConfig(Object.fromEntries(names.map((name) => [name, "x"]))).misspelled;
  const wrong = ["SMTP_HOTS", "MAIL_FORM", "BAKCUP_TO", "PUBLIC_ULR", "DATADIR", "smtp_url"];
  expect(found(...wrong)).toEqual(wrong);
  expect(
    found("PATH", "HOSTNAME", "LOGNAME", "NODE_ENV", "DATABASE_PASSWORD", "SITE_ADDRESS", "TZ", "npm_config_cache"),
  ).toEqual([]);
  expect(loadConfig({ SMTP_HOTS: "" }).misspelled).toEqual([]);
  expect(messageOf(() => loadConfig({ SMTP_URL: "smtp://mail.example:587", MAIL_FORM: "stay@x.example" }))).toBe(
    "SMTP_URL, MAIL_FROM: set both or neither\nMAIL_FORM: no setting has this name",
  );
});

test("an empty variable counts as unset, and a public URL loses its trailing slash", () => {
  expect(loadConfig({ DATABASE_URL: "", PUBLIC_URL: "https://cottage.example/" })).toMatchObject({
    databaseUrl: null,
    publicUrl: "https://cottage.example",
  });
});

test.each(["https://cottage.example/en", "https://cottage.example/?from=mail", "https://cottage.example/#top"])(
  "the public URL %s is refused, because it contains more than the address of the site",
  (url) => {
    const message = messageOf(() => loadConfig({ PUBLIC_URL: url }));
    expect(message).toContain("PUBLIC_URL: use only the address, such as https://example.com, without a path");
  },
);

describe("an unused setting", () => {
  const example = readFileSync(".env.example", "utf8");
  const names = new Set([...example.matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name));
  /** Settings in which a mistake is reported even if no other setting is set. */
  const ALWAYS =
    "PORT PUBLIC_URL DATABASE_URL S3_BUCKET SMTP_URL STRIPE_SECRET_KEY PAYHERE_MERCHANT_ID PAYHERE_MERCHANT_SECRET LOCAL_BANK LOCAL_MAILBOX DEMO_MODE TRUST_PROXY LOG_LEVEL BACKUP_TO BACKUP_PASSPHRASE BACKUP_BEFORE_UPGRADE METRICS_TOKEN WHATSAPP_TOKEN WHATSAPP_PHONE_NUMBER_ID WHATSAPP_APP_SECRET WHATSAPP_VERIFY_TOKEN".split(
      " ",
    );
  const WRONG: Record<string, string> = { BACKUP_TO: "s3:/", BACKUP_PASSPHRASE: "short", METRICS_TOKEN: "short" };
  const isRefused = (env: Record<string, string>) => {
    try {
      loadConfig(env);
      return false;
    } catch (error) {
      if (error instanceof ConfigError) return true;
      throw error;
    }
  };

  test("never stops the server from starting; the list of the settings that are always checked is exact", () => {
    const refused = [...names].filter((name) => isRefused({ [name]: WRONG[name] ?? "?!" }));
    expect(refused.toSorted()).toEqual(ALWAYS.toSorted());
  });

  test("can be a mail or WhatsApp setting if a local mailbox is used, or the admin account in a demo", () => {
    const messages = ["SMTP_URL", "MAIL_FROM", "WHATSAPP_API_URL", "WHATSAPP_LANGUAGE", "WHATSAPP_TOKEN"];
    const leftOver = Object.fromEntries([...messages, "ADMIN_USERNAME"].map((name) => [name, "?!"]));
    expect(isRefused(leftOver)).toBe(true);
    expect(isRefused({ ...leftOver, LOCAL_MAILBOX: "true" })).toBe(false);
    expect(loadConfig({ ...leftOver, DEMO_MODE: "true" })).toMatchObject({ firstAdmin: null, mail: null });
  });
});

test("email replies need an address, a secret and a mail server", () => {
  const mail = { SMTP_URL: "smtp://mail.example:587", MAIL_FROM: "stay@cottage.example" };
  const inbound = { INBOUND_ADDRESS: "reply@mail.cottage.example", INBOUND_SECRET: "x".repeat(20) };
  expect(loadConfig({ ...mail, ...inbound }).inbound).toEqual({
    address: inbound.INBOUND_ADDRESS,
    secret: inbound.INBOUND_SECRET,
  });
  expect(loadConfig(inbound).inbound).toBeNull();
  for (const wrong of [
    { INBOUND_SECRET: "" },
    { INBOUND_SECRET: "short" },
    { INBOUND_ADDRESS: "reply+x@mail.cottage.example" },
    { INBOUND_ADDRESS: `${"r".repeat(21)}@mail.cottage.example` },
  ])
    expect(messageOf(() => loadConfig({ ...mail, ...inbound, ...wrong }))).toContain(Object.keys(wrong)[0]);
});

describe("P-42: a payment key", () => {
  const liveKey = { STRIPE_SECRET_KEY: "sk_live_abcdefgh" };
  const testKey = { STRIPE_SECRET_KEY: "rk_test_abcdefgh" };
  test.each([
    ["a live key in a demo", { ...liveKey, DEMO_MODE: "true" }, "STRIPE_SECRET_KEY"],
    ["a live key without the site's address", liveKey, "PUBLIC_URL"],
    ["a live key over plain http", { ...liveKey, PUBLIC_URL: "http://localhost:3000" }, "PUBLIC_URL"],
    ["a test key over plain http in public", { ...testKey, PUBLIC_URL: "http://cottage.example" }, "PUBLIC_URL"],
    ["a key and the simulated bank", { ...testKey, LOCAL_BANK: "true" }, "LOCAL_BANK"],
    ["a publishable key", { STRIPE_SECRET_KEY: "pk_live_abcdefgh" }, "STRIPE_SECRET_KEY"],
  ])("%s stops the server from starting, and the error does not repeat the key", (_what, env, named) => {
    const message = messageOf(() => loadConfig(env));
    expect([message.startsWith(`${named}:`), message.includes("abcdefgh")]).toEqual([true, false]);
  });

  test("in .env is used by the demo and in development, which otherwise simulate a bank", () => {
    const demo = { DEMO_MODE: "true", LOCAL_BANK: "unless-provider" };
    expect(loadConfig(demo)).toMatchObject({ localBank: true, stripe: null });
    const withKey = loadConfig(withEnvFile(demo, "STRIPE_SECRET_KEY=sk_test_abcdefgh"));
    expect(withKey).toMatchObject({ localBank: false, stripe: { secretKey: "sk_test_abcdefgh" } });
    // As in `npm run dev`.
    const development = { LOCAL_MAILBOX: "true", LOCAL_BANK: "unless-provider" };
    expect(loadConfig(development)).toMatchObject({ localBank: true, stripe: null });
    expect(loadConfig(withEnvFile(development, "STRIPE_SECRET_KEY=sk_test_abcdefgh"))).toMatchObject({
      localBank: false,
    });
    const sandbox =
      "PAYHERE_MERCHANT_ID=1213817\nPAYHERE_MERCHANT_SECRET=abcdefgh\nPAYHERE_URL=https://sandbox.payhere.lk";
    expect(loadConfig(withEnvFile(demo, sandbox))).toMatchObject({ localBank: false, payhere: { live: false } });
  });

  const payhere = { PAYHERE_MERCHANT_ID: "1213817", PAYHERE_MERCHANT_SECRET: "abcdefgh" };
  const sandbox = { ...payhere, PAYHERE_URL: "https://sandbox.payhere.lk" };
  test.each([
    ["PayHere's account in a demo", { ...payhere, DEMO_MODE: "true" }, "PAYHERE_MERCHANT_ID"],
    ["PayHere's account without the site's address", payhere, "PUBLIC_URL"],
    ["PayHere's account over plain http", { ...payhere, PUBLIC_URL: "http://localhost:3000" }, "PUBLIC_URL"],
    ["PayHere's sandbox over plain http in public", { ...sandbox, PUBLIC_URL: "http://cottage.example" }, "PUBLIC_URL"],
    ["PayHere and the simulated bank", { ...sandbox, LOCAL_BANK: "true" }, "LOCAL_BANK"],
    ["PayHere and Stripe", { ...sandbox, ...testKey }, "STRIPE_SECRET_KEY, PAYHERE_MERCHANT_ID"],
    ["half of PayHere's account", { PAYHERE_MERCHANT_ID: "1213817" }, "PAYHERE_MERCHANT_ID, PAYHERE_MERCHANT_SECRET"],
    ["half of PayHere's app", { ...sandbox, PAYHERE_APP_ID: "abcdefgh" }, "PAYHERE_APP_ID, PAYHERE_APP_SECRET"],
  ])("%s stops the server from starting, and the error does not reveal any value", (_what, env, named) => {
    const message = messageOf(() => loadConfig(env));
    expect([message.startsWith(`${named}:`), message.includes("abcdefgh")]).toEqual([true, false]);
  });

  test("for live PayHere payments, only PayHere's own address is used, and unused settings are not read", () => {
    const site = loadConfig({ ...payhere, PUBLIC_URL: "https://cottage.example", PAYHERE_LARGEST_PAYMENT: "50000" });
    expect(site.payhere).toMatchObject({
      live: true,
      app: null,
      largestPayment: 50_000,
      url: "https://www.payhere.lk",
    });
    expect(loadConfig({ ...sandbox, DEMO_MODE: "true" }).payhere).toMatchObject({ live: false });
    const leftOver = { PAYHERE_URL: "?!", PAYHERE_APP_ID: "x", PAYHERE_LARGEST_PAYMENT: "many" };
    expect(loadConfig(leftOver).payhere).toBeNull();
  });

  test("works without a webhook secret, and on a public site over https", () => {
    expect(loadConfig(testKey).stripe).toMatchObject({ apiUrl: "https://api.stripe.com", webhookSecret: null });
    const site = loadConfig({ ...liveKey, PUBLIC_URL: "https://cottage.example", STRIPE_WEBHOOK_SECRET: "whsec_x" });
    expect(site.stripe).toMatchObject({ pageOrigin: "https://checkout.stripe.com", webhookSecret: "whsec_x" });
    expect(loadConfig({ ...testKey, STRIPE_WEBHOOK_SECRET: "whsec_new,whsec_old" }).stripe).toMatchObject({
      webhookSecret: "whsec_new,whsec_old",
    });
    expect(() => loadConfig({ ...testKey, STRIPE_WEBHOOK_SECRET: "whsec_new, old" })).toThrow("STRIPE_WEBHOOK_SECRET");
  });
});

test("a .env file may begin with a byte order mark or be in UTF-16, as Windows programs write it", () => {
  const text = "\uFEFFPORT=4000\r\nHOST=localhost\r\n";
  for (const encoding of ["utf8", "utf16le"] as const)
    expect(withEnvFile({}, decodeEnvFile(Buffer.from(text, encoding)))).toEqual({ PORT: "4000", HOST: "localhost" });
});

describe("a # in a setting", () => {
  test.each(["abc#def ghi jkl", "abc def # ghi", "'abc'#def", '"abc', "`a`b"].map((value) => [value]))(
    "%s in .env is refused because it would be cut off",
    (value) => {
      const read = () => withEnvFile({}, `PORT=4000\r\nBACKUP_PASSPHRASE=${value}#\r\n`);
      expect(messageOf(read)).toMatch(/^BACKUP_PASSPHRASE: .*single quotes/);
      expect(messageOf(read)).not.toContain("def");
    },
  );

  test("is preserved in quotes; a comment may have its own line or follow the quotes", () => {
    const file = "# a comment\nBACKUP_PASSPHRASE='abc # def' # mine\n#PORT=1\nHOST=localhost\nS3_REGION=\"a#b\"\n";
    expect(withEnvFile({}, file)).toEqual({ BACKUP_PASSPHRASE: "abc # def", HOST: "localhost", S3_REGION: "a#b" });
  });

  test("does not matter in a setting that is not used or is set elsewhere, or in a variable of another program", () => {
    const file = "S3_REGION=eu-central-1 # Frankfurt\nMY_TOOL=on # not ours\nPORT=4000 # the usual one\n";
    expect(loadConfig(withEnvFile({ PORT: "5000" }, file)).port).toBe(5000);
    expect(messageOf(() => withEnvFile({}, file))).toMatch(/^PORT: .*comment on a line of its own$/);
    const bucket = { PORT: "5000", BACKUP_TO: "s3://bucket" };
    expect(messageOf(() => withEnvFile(bucket, file))).toMatch(/^S3_REGION: [^\n]*$/);
  });
});

test.each([
  ["DATABASE_URL", "postgres://user:1#2@host/database"],
  ["DATABASE_URL", "postgres://user:50%@host/database"],
  ["SMTP_URL", "smtp://user:1#2@mail.example:587"],
  ["SMTP_URL", "smtp://user:a/b@mail.example:587"],
])("a special character in the password of %s has to be percent-encoded: %s", (name, value) => {
  const env = { [name]: value, MAIL_FROM: "stay@cottage.example" };
  expect(messageOf(() => loadConfig(env))).toMatch(new RegExp(`^${name}: .*percent-encoded.*%23`));
  expect(() => loadConfig({ ...env, [name]: value.replace(/:(1#2|50%|a\/b)@/, ":a%23b@") })).not.toThrow();
});

test.each(["S3://bucket/folder", "s3:/bucket", "https://s3.example.com/bucket", "sftp://nas/backups"])(
  "backups are not stored in a folder that is called %s",
  (value) => {
    const message = "BACKUP_TO: use a folder, or s3://bucket or s3://bucket/folder";
    expect(messageOf(() => loadConfig({ BACKUP_TO: value }))).toBe(message);
  },
);

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("it was accepted");
}
