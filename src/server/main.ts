import { resolve } from "node:path";
import { loadBuiltSite } from "./http/built-site.ts";
import { serve } from "./serve.ts";

await serve({ loadSite: () => loadBuiltSite(resolve("dist")) });
