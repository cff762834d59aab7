import "../styles/site.css";
import { hydrateRoot } from "react-dom/client";
import type { Language } from "#domain/language/language.ts";
import { createQueryClient } from "../api/client.ts";
import { say, type TextArea } from "../lib/say.ts";
import { App } from "./app.tsx";
import { findRoute, pathHere } from "./find-route.ts";
import { needTexts, textsAreAt, requestedTexts } from "../lib/need-texts.ts";
import type { PageState } from "../lib/page-state.ts";

/** Written into the document by `server/http/document.ts`. */
type PageFiles = { language: Language; locale: string; texts: Record<string, string>; code: string[] };

async function start(): Promise<void> {
  const root = document.getElementById("root");
  const json = document.getElementById("state")?.textContent;
  if (!root || !json) return;
  const state: PageState = JSON.parse(json);
  const { texts, code, ...spoken }: PageFiles = JSON.parse(document.getElementById("files")?.textContent ?? "{}");
  Object.assign(say, spoken);
  textsAreAt(texts);
  // All files are requested at once. Failures are ignored here, because the same files are imported below.
  for (const file of code) import(/* @vite-ignore */ file).catch(() => undefined);
  const areas: TextArea[] = ["frame", ...requestedTexts(state.form !== null, location.search)];
  // From source, a browser also renders the header and the footer, so a change to them appears at once.
  if (import.meta.env.DEV) areas.push("layout");
  // Hydration must find the page that the server rendered, not a gap where the page's code is still loading.
  await Promise.all([needTexts(areas), findRoute(pathHere()).route.page.preload()]);
  hydrateRoot(root, <App client={createQueryClient()} state={state} />);
}

void start();
