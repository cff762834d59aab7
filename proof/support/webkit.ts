/** WebKitGTK, the closest to Safari that runs on Linux, controlled with WebDriver (https://www.w3.org/TR/webdriver2/). */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { debianInstall } from "../../scripts/debian.mjs";
import { freePort } from "../../scripts/free-port.mjs";

const PROGRAMS = ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb", "/usr/bin/xauth"];
const PACKAGES = ["webkit2gtk-driver", "xvfb", "xauth"];
/** How WebDriver refers to an element (section 12.2). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const LIMIT_MS = 20_000;

export type Element = { [ELEMENT]: string };
export type WebKit = {
  version: string;
  open: (url: string) => Promise<void>;
  back: () => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** `script` is a function's body. It may return a promise, and its `arguments` are JSON or elements. */
  run: <Result>(script: string, ...values: unknown[]) => Promise<Result>;
  /** Runs `script` until it returns something that is not null. */
  find: (script: string, ...values: unknown[]) => Promise<Element>;
  click: (element: Element) => Promise<void>;
  type: (element: Element, text: string) => Promise<void>;
  close: () => Promise<void>;
};

export async function startWebKit(): Promise<WebKit> {
  if (!PROGRAMS.every((program) => existsSync(program)) && !debianInstall(...PACKAGES))
    throw new Error(`This check needs the Debian packages ${PACKAGES.join(", ")}.`);
  const port = await freePort();
  const driver = spawn(
    "xvfb-run",
    ["--auto-servernum", "--server-args=-screen 0 1600x1200x24", "WebKitWebDriver", `--port=${port}`],
    // As root, the sandbox around the engine's processes cannot be started.
    { stdio: "ignore", detached: true, env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } },
  );
  const call = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
    const init = { method, signal: AbortSignal.timeout(LIMIT_MS), ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = (await response.json()) as { value: Result };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await until(() => call("GET", "/status"));
  const started = await call<{ sessionId: string; capabilities: { browserVersion: string } }>("POST", "/session", {
    capabilities: { alwaysMatch: { browserName: "MiniBrowser" } },
  });
  const session = `/session/${started.sessionId}`;
  const run = <Result>(script: string, ...values: unknown[]) =>
    call<Result>("POST", `${session}/execute/sync`, { script, args: values });
  const onElement = (element: Element, action: string, body: object) =>
    call<void>("POST", `${session}/element/${element[ELEMENT]}/${action}`, body);
  return {
    version: started.capabilities.browserVersion,
    open: (url) => call("POST", `${session}/url`, { url }),
    back: () => call("POST", `${session}/back`, {}),
    resize: (width, height) => call("POST", `${session}/window/rect`, { width, height }),
    run,
    find: (script, ...values) =>
      until(async () => {
        const found = await run<Element | null>(script, ...values);
        if (!found) throw new Error(`Nothing found: ${script} ${JSON.stringify(values)}`);
        return found;
      }),
    click: (element) => onElement(element, "click", {}),
    type: (element, text) => onElement(element, "value", { text }),
    close: async () => {
      await call("DELETE", session);
      if (driver.pid) process.kill(-driver.pid);
    },
  };
}

/** Tries until `attempt` does not throw. */
export async function until<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(100);
    }
  }
}
