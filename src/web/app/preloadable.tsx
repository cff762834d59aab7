import { type ComponentType, lazy } from "react";

/** A page whose code comes on demand, or is there already: the server and the first page in a browser wait for it. */
export type Page = ComponentType & { preload: () => Promise<void> };

export function page(load: () => Promise<ComponentType>): Page {
  let loaded: ComponentType | null = null;
  const Later = lazy(async () => ({ default: await load() }));
  const Preloadable: ComponentType = () => (loaded ? <LoadedPage of={loaded} /> : <Later />);
  return Object.assign(Preloadable, {
    preload: async () => {
      loaded = await load();
    },
  });
}

function LoadedPage({ of: Loaded }: { of: ComponentType }) {
  return <Loaded />;
}
