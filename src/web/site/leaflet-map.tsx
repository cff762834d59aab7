import "leaflet/dist/leaflet.css";
import "./leaflet-map.css";
import { DivIcon, Map as LeafletMap, Marker, TileLayer } from "leaflet";
import { useEffect, useRef, useState } from "react";
import type { Point } from "#domain/property/coordinates.ts";
import type { TileMap } from "#domain/settings/tile-map.ts";
import { say } from "../lib/say.ts";
import { Notice } from "../ui/notice.tsx";

export type DetailedMapProps = { map: TileMap; cottageName: string; at: Point };

/** From a whole region to a single street. */
const ZOOM = { first: 14, min: 7, max: 18 };

type Pictures = "on their way" | "shown" | "missing";

/** Leaflet is loaded only with this file. The map has the focus when it opens. */
export function LeafletMapView({
  map: { url, attribution },
  cottageName,
  at: { latitude, longitude },
}: DetailedMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const texts = say.map;
  const [pictures, setPictures] = useState<Pictures>("on their way");

  useEffect(() => {
    if (!frame.current) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const map = new LeafletMap(frame.current, {
      center: [latitude, longitude],
      zoom: ZOOM.first,
      // The mouse wheel scrolls the page even while the pointer is over the map. Guests zoom with buttons, keys, two
      // fingers or a double click.
      scrollWheelZoom: false,
      // Leaflet's attribution is HTML; our attribution is plain text below the map.
      attributionControl: false,
      zoomAnimation: !still,
      fadeAnimation: !still,
      markerZoomAnimation: !still,
      inertia: !still,
    });
    // Tile providers require a referrer. They get the site's origin, but not the page's URL.
    new TileLayer(url, { minZoom: ZOOM.min, maxZoom: ZOOM.max, referrerPolicy: "strict-origin" })
      .on("tileload", () => setPictures("shown"))
      .on("tileerror", () => setPictures((before) => (before === "shown" ? before : "missing")))
      .addTo(map);
    const name = document.createElement("span");
    name.textContent = cottageName;
    new Marker([latitude, longitude], {
      icon: new DivIcon({ className: "tile-map-pin", iconSize: [28, 28], iconAnchor: [14, 34] }),
      interactive: false,
      keyboard: false,
    })
      .bindTooltip(name, { permanent: true, direction: "bottom", offset: [0, 8], className: "tile-map-name" })
      .addTo(map);
    frame.current.focus();
    return () => void map.remove();
  }, [url, latitude, longitude, cottageName]);

  return (
    <div className="mt-10 print:hidden">
      {pictures === "missing" ? (
        <Notice look="error" className="mb-4">
          {texts.noPictures}
        </Notice>
      ) : null}
      <div className="overflow-hidden rounded-3xl border border-line-strong bg-surface">
        <div
          ref={frame}
          role="application"
          aria-label={texts.detailedOf(cottageName)}
          aria-describedby="detailed-map-keys"
          className="tile-map isolate h-[min(34rem,65svh)]"
        />
        <p className="border-t border-line px-5 py-3 text-sm">
          {texts.picturesBy(attribution)}
          <br />
          <span id="detailed-map-keys" className="text-ink-soft">
            {texts.keys}
          </span>
        </p>
      </div>
    </div>
  );
}
