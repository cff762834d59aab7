import { Map as MapSign } from "../ui/icons.tsx";
import { type ComponentType, useState } from "react";
import { needTexts } from "../lib/need-texts.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { DetailedMapProps } from "./leaflet-map.tsx";

type State = { is: "offered" | "loading" | "failed" } | { is: "open"; OpenMap: ComponentType<DetailedMapProps> };

/** Neither the map's code nor its tiles are fetched before the guest presses the button. */
export function DetailedMap(props: DetailedMapProps) {
  const [state, setState] = useState<State>({ is: "offered" });
  // A press before hydration would be lost.
  const ready = useHydrated();
  if (state.is === "open") return <state.OpenMap {...props} />;

  const open = () => {
    if (state.is === "loading") return;
    setState({ is: "loading" });
    Promise.all([import("./leaflet-map.tsx"), needTexts(["map"])]).then(
      ([{ LeafletMapView }]) => setState({ is: "open", OpenMap: LeafletMapView }),
      () => setState({ is: "failed" }),
    );
  };
  const { host } = props.map;
  const texts = say.places.location;
  return (
    <div className="mt-10 rounded-3xl border border-line bg-surface p-6 noscript:hidden print:hidden">
      <p id="detailed-map-about" className="max-w-prose">
        {rich(texts.about3rd(host), { b: (words) => <strong>{words}</strong> })}
      </p>
      <p className="mt-4">
        <Button
          look="secondary"
          onClick={open}
          disabled={!ready}
          aria-disabled={state.is === "loading"}
          aria-describedby="detailed-map-about"
          className="px-6"
        >
          <MapSign className="size-5" />
          {state.is === "loading" ? texts.loadingMap : texts.detailed}
        </Button>
      </p>
      {state.is === "failed" ? (
        <Notice look="error" className="mt-4">
          {texts.mapFailed}
        </Notice>
      ) : null}
    </div>
  );
}
