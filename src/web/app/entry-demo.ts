import "../styles/demo.css";
import { paths } from "../lib/paths.ts";

const LIMIT_MS = 3000;

/** SPEC 2: the page shows a loading screen until the demo sign-in has ended. */
async function signInToDemo(): Promise<void> {
  const credentials = document.getElementById("demo")?.textContent ?? "{}";
  try {
    const response = await fetch("/api/auth/login", {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "application/json" },
      body: credentials,
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (response.ok && location.pathname === paths.admin.login) location.replace(paths.admin.dashboard);
  } catch (error) {
    console.error("The demo sign-in failed", error);
  } finally {
    document.getElementById("demo-loading")?.remove();
  }
}

void signInToDemo();
