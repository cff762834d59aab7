import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { say } from "../lib/say.ts";
import { type Photo, STRIP_ANCHOR } from "./photo.ts";

export type ControlsProps = { root: RefObject<HTMLDivElement | null>; photos: Photo[] };

const VIEWER_SIZES = "100vw";

/** Loads the adjacent photos early. In the viewer, adds keyboard shortcuts and moves the focus. */
export function Controls({ root, photos }: ControlsProps) {
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState({ index: 0, atEnd: false });
  // The element that opened the viewer.
  const opener = useRef<HTMLElement | null>(null);

  const show = (index: number) => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const photo = photosIn(root.current)[Math.min(Math.max(index, 0), photos.length - 1)];
    photo?.scrollIntoView({ behavior: still ? "instant" : "smooth", inline: "start", block: "nearest" });
  };
  const findPlace = useEffectEvent(() => {
    const strip = root.current?.querySelector("ul");
    const width = photosIn(root.current)[0]?.clientWidth;
    if (!strip || !width) return;
    const index = Math.round(strip.scrollLeft / width);
    setPlace({ index, atEnd: strip.scrollLeft + strip.clientWidth > strip.scrollWidth - width / 2 });
  });
  const followAddress = useEffectEvent(() => {
    const target = root.current?.querySelector<HTMLElement>(":target") ?? null;
    setOpen(target !== null);
    if (target && !open) {
      // If photos are narrower in the strip than in the viewer, the browser may have scrolled to a different photo.
      target.scrollIntoView({ behavior: "instant", inline: "start", block: "nearest" });
      opener.current ??= probableOpener(target);
      root.current?.querySelector<HTMLElement>(".photos-close")?.focus();
    } else if (!target && open) {
      opener.current?.focus({ preventScroll: true });
      opener.current = null;
    }
  });
  const click = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[href^='#photo']") : null;
    if (!link) return;
    if (link.getAttribute("href") === `#${STRIP_ANCHOR}`) {
      event.preventDefault();
      close();
    } else if (!open) {
      opener.current = link;
    }
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!open || event.metaKey || event.ctrlKey || event.altKey) return;
    const { index } = place;
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: photos.length - 1 }[event.key];
    if (event.key === "Escape") close();
    else if (next === undefined) return;
    else show(next);
    event.preventDefault();
  });
  useEffect(() => {
    // What happened before the script loaded can only be read from the page.
    // oxlint-disable-next-line react/set-state-in-effect
    findPlace();
    followAddress();
    const shown = new AbortController();
    const { signal } = shown;
    addEventListener("hashchange", followAddress, { signal });
    addEventListener("click", click, { signal });
    addEventListener("keydown", press, { signal });
    // Scroll events do not bubble.
    addEventListener("scroll", findPlace, { signal, capture: true });
    return () => shown.abort();
  }, []);
  useEffect(() => {
    const strip = root.current;
    strip?.setAttribute("role", open ? "dialog" : "group");
    if (open) strip?.setAttribute("aria-modal", "true");
    else strip?.removeAttribute("aria-modal");
    for (const photo of photosIn(strip).slice(Math.max(0, place.index - 1), place.index + 2)) {
      if (open) for (const source of photo.querySelectorAll<HTMLSourceElement>("[sizes]")) source.sizes = VIEWER_SIZES;
      for (const image of photo.querySelectorAll("img")) image.loading = "eager";
    }
  }, [root, open, place.index]);

  return (
    <>
      <button
        type="button"
        aria-label={say.pictures.previous}
        // With `disabled`, a button that has the focus would lose it at the end of the strip.
        aria-disabled={place.index === 0}
        onClick={() => show(place.index - 1)}
        className="photos-step photo-button"
      >
        <span aria-hidden="true">‹</span>
      </button>
      <button
        type="button"
        aria-label={say.pictures.next}
        aria-disabled={place.atEnd}
        onClick={() => show(place.index + 1)}
        className="photos-step photo-button"
      >
        <span aria-hidden="true">›</span>
      </button>
      {open ? (
        <p aria-live="polite" className="sr-only">
          {say.pictures.position(photos[place.index]?.title ?? "", place.index + 1, photos.length)}
        </p>
      ) : null}
    </>
  );
}

function photosIn(strip: HTMLElement | null): HTMLElement[] {
  return [...(strip?.querySelectorAll<HTMLElement>("li") ?? [])];
}

/** The link that was pressed before the script loaded is unknown: a visible link, or else the photo itself. */
function probableOpener(photo: HTMLElement): HTMLElement {
  const links = [...document.querySelectorAll<HTMLElement>(`main a[href="#${photo.id}"]`)];
  const isInView = (link: HTMLElement) => {
    const { top, bottom } = link.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  return links.find((link) => link !== photo && isInView(link)) ?? photo;
}

function close(): void {
  if (isBehind(location.href)) history.back();
  // The viewer may have been opened by a link from elsewhere, so going back could leave the page.
  else location.replace(`#${STRIP_ANCHOR}`);
}

/** Whether going back leads to the same page without a photo; unknown without the Navigation API. */
function isBehind(address: string): boolean {
  const { navigation }: { navigation?: Navigation } = window;
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  return before?.split("#", 1)[0] === address.split("#", 1)[0] && !before?.includes("#photo-");
}
