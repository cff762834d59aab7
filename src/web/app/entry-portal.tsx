import "../styles/portal.css";
import { createRoot } from "react-dom/client";
import { frameTexts } from "#texts/en/frame.ts";
import { createQueryClient } from "../api/client.ts";
import { keepScrollPlace } from "../admin/frame/scroll-place.ts";
import { watchRefusals } from "../admin/frame/session-end.ts";
import { startWorkerLater } from "../admin/frame/service-worker.ts";
import { say } from "../lib/say.ts";
import { Portal } from "../admin/portal.tsx";

const root = document.getElementById("root");
const client = createQueryClient();
// The portal is in English and otherwise needs none of the site's strings; the content preview adds those of its pages.
say.frame = frameTexts;
watchRefusals(client, import.meta.url);
keepScrollPlace();
startWorkerLater();
if (root) createRoot(root).render(<Portal client={client} />);
