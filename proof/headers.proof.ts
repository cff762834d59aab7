/**
 * S20: computes the score under Mozilla Observatory's 2025 rules, which are implemented below. S19: no page may contain
 * an inline script or style that its content security policy does not allow.
 */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { bookStay } from "#server/testing/given.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

type Page = { headers: Headers; html: string };

/** Points are deducted from 100; bonus points count only if the score is then at least 90. */
function score({ headers, html }: Page): number {
  const header = (name: string) => headers.get(name)?.toLowerCase() ?? "";
  const csp = Object.fromEntries(
    header("content-security-policy")
      .split(";")
      .map((part) => [part.trim().split(" ")[0] ?? "", part]),
  );
  let base = 100;
  let extra = 0;
  const unsafeScript = /'unsafe-inline'|'unsafe-eval'|\*|http:|data:/.test(
    csp["script-src"] ?? csp["default-src"] ?? "'unsafe-inline'",
  );
  if (!header("content-security-policy")) base -= 25;
  else if (unsafeScript) base -= 20;
  else if (/'unsafe-inline'/.test(csp["style-src"] ?? "")) extra += 0;
  else extra += (csp["default-src"] ?? "").includes("'none'") ? 10 : 5;
  const maxAge = Number(/max-age=(\d+)/.exec(header("strict-transport-security"))?.[1] ?? 0);
  if (maxAge < 15_768_000) base -= maxAge === 0 ? 20 : 10;
  if (header("x-content-type-options") !== "nosniff") base -= 5;
  if ((csp["frame-ancestors"] ?? "").includes("'none'")) extra += 5;
  else if (!/deny|sameorigin/.test(header("x-frame-options"))) base -= 20;
  if (/no-referrer|same-origin|strict-origin/.test(header("referrer-policy"))) extra += 5;
  if (/same-origin|same-site/.test(header("cross-origin-resource-policy"))) extra += 10;
  if (headers.get("access-control-allow-origin") === "*") base -= 50;
  // A third-party script counts as one without an integrity attribute: our pages must load none.
  const foreign = [...html.matchAll(/<script[^>]+src="(https?:)?\/\//g)];
  if (foreign.length > 0) base -= 25;
  else extra += 5;
  const cookies = headers.getSetCookie();
  if (cookies.some((cookie) => !/httponly/i.test(cookie) || !/samesite/i.test(cookie))) base -= 20;
  else if (cookies.every((cookie) => /^__host-.*samesite/i.test(cookie))) extra += 5;
  return base >= 90 ? base + extra : base;
}

/** Inline scripts and styles without an allowed hash or nonce, `style=`, `on…=`, and unsafe keywords. */
function violations({ headers, html }: Page): string[] {
  const csp = headers.get("content-security-policy") ?? "";
  const found = /unsafe-(inline|eval|hashes)|script-src[^;]*(\*|https?:|data:)/.test(csp) ? ["the policy itself"] : [];
  for (const [tag, kind, attributes = "", body = ""] of html.matchAll(
    /<(script|style)((?:\s[^>]*)?)>([\s\S]*?)<\/\1>/g,
  )) {
    if (/ src=|type="application\/(ld\+)?json"/.test(attributes)) continue;
    const hash = createHash("sha256").update(body).digest("base64");
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1];
    if (!csp.includes(`'sha256-${hash}'`) && !(nonce && csp.includes(`'nonce-${nonce}'`)))
      found.push(`${kind ?? ""}: ${tag.slice(0, 60)}`);
  }
  if (/<[a-z][^>]* (style|on\w+)="/i.test(html)) found.push("an attribute that the policy does not allow");
  return found;
}

const RENDERINGS = 10_000;

/** Form keys must differ each time. */
async function renderings(path: string) {
  const keys = new Set<string>();
  let wrong = 0;
  for (let i = 0; i < RENDERINGS; i += 20) {
    const responses = await Promise.all(Array.from({ length: 20 }, () => server.app.http.inject({ url: path })));
    for (const response of responses) {
      const headers = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
      wrong += violations({ headers, html: response.body }).length;
      const key = /name="formKey" [^>]*value="([^"]+)"/.exec(response.body);
      keys.add(key?.[1] ?? "none");
    }
  }
  return { renderings: RENDERINGS, violationsInThem: wrong, differentFormKeys: keys.size };
}

const site = await loadBuiltSite(resolve("dist"));
const server = await startTestApp("sqlite", { site, config: { publicUrl: "https://cottage.example" } });
await server.app.start();
const { json } = await bookStay(server);
const paths = [
  ...site.sharedPaths,
  "/book",
  "/bookings",
  "/direct-booking",
  `/booking/confirmation/${String(json.id)}`,
  "/admin/login",
  "/admin/setup",
  "/nowhere",
];
const pages = await Promise.all(
  paths.map(async (path): Promise<Page & { path: string }> => {
    const response = await server.send("GET", path);
    return { path, headers: response.headers, html: response.text };
  }),
);

await prove({ id: "S20", what: "Observatory's rules", aim: "at least 140 on each page" }, "built pages", async () => {
  const scores = pages.map((page) => score(page));
  const bare = score({ headers: new Headers(), html: "<script>1</script>" });
  return {
    figures: { pages: pages.length, lowest: Math.min(...scores), highest: Math.max(...scores), bareServer: bare },
    met: Math.min(...scores) >= 140,
    negativeControl: { fault: "a server without these headers", detected: bare < 60 },
    notTried: "the Observatory program itself, which is not one of our packages; the proof contains its rules",
  };
});

await prove(
  {
    id: "S19",
    what: "CSP quality",
    aim: "0 violations; every inline tag allowed by the policy; 10,000 renderings, 0 repeated form keys",
  },
  "built pages",
  async () => {
    const many = await renderings("/book");
    const found = pages.flatMap((page) => violations(page));
    for (const line of found) console.log(`  ${line}`);
    const page = pages[0];
    const control = page
      ? violations({ headers: page.headers, html: `${page.html}<script>alert(1)</script><b onclick="x()">` })
      : [];
    return {
      // Inline tags are allowed by content hash, so no nonce can repeat, but the form key could.
      figures: { pages: pages.length, violations: found.length, nonces: 0, ...many },
      met: found.length === 0 && many.violationsInThem === 0 && many.differentFormKeys === RENDERINGS,
      negativeControl: { fault: "an injected script and an injected handler", detected: control.length === 2 },
      notTried:
        "Trusted Types, and violations that a browser reports while the portal is used (the browser tests fail on console errors)",
    };
  },
);
await server.close();
