import "../styles/site.css";
import { hydrateRoot } from "react-dom/client";
import { createQueryClient } from "../api/client.ts";
import { App } from "./app.tsx";
import { findRoute } from "./find-route.ts";
import type { PageState } from "./page-state.ts";

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const json = document.getElementById("state")?.textContent;
  if (!root || !json) return;
  const state: PageState = JSON.parse(json);
  // Hydration must find the page that the server drew, not a gap where its code is still loading.
  await findRoute(location.pathname).route.page.preload();
  hydrateRoot(root, <App client={createQueryClient()} state={state} />);
}

void start();
