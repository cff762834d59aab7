import { resolve } from "node:path";
import type { Config } from "#server/config.ts";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { type PayBank, startPayBank } from "#server/testing/pay-bank.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

/** With the pages and a simulated payment provider, both in this process. */
export type PayingServer = { server: TestApp; bank: PayBank; close: () => Promise<void> };

/** `config` returns settings in addition to the provider's account. */
export async function startPayingServer(
  config: (bank: PayBank) => Partial<Config> = () => ({}),
): Promise<PayingServer> {
  const bank = await startPayBank(() => server.clock());
  const server = await startTestApp("sqlite", {
    site: await loadBuiltSite(resolve("dist")),
    config: { stripe: bank.account, ...config(bank) },
  });
  return {
    server,
    bank,
    close: async () => {
      await server.close();
      await bank.close();
    },
  };
}
