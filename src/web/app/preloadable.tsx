import { type ComponentType, lazy } from "react";
import type { TextArea } from "../lib/say.ts";
import { needTexts } from "../lib/need-texts.ts";

/** The code is loaded on demand, or earlier with `preload`. */
export type Page = ComponentType & {
  preload: () => Promise<void>;
  /** The page's file in `web/site`. */
  file: string;
  /** In addition to the common strings. */
  texts: readonly TextArea[];
};

export function page(file: string, texts: readonly TextArea[], loadCode: () => Promise<ComponentType>): Page {
  const load = async () => (await Promise.all([loadCode(), needTexts(texts)]))[0];
  let loaded: ComponentType | null = null;
  const Later = lazy(async () => ({ default: await load() }));
  const Preloadable: ComponentType = () => (loaded ? <LoadedPage of={loaded} /> : <Later />);
  return Object.assign(Preloadable, {
    file,
    texts,
    preload: async () => {
      loaded = await load();
    },
  });
}

function LoadedPage({ of: Loaded }: { of: ComponentType }) {
  return <Loaded />;
}
