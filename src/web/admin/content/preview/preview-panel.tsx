import { Monitor, Smartphone } from "../../../ui/later-icons.tsx";
import { useState } from "react";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { PageGuard } from "../../../ui/page-guard.tsx";
import { paths } from "../../../lib/paths.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import type { Shown } from "./shown-on.ts";
import { SitePreview } from "./site-preview.tsx";

const DEVICES = {
  phone: { label: "Phone", Sign: Smartphone, width: 390 },
  desktop: { label: "Desktop", Sign: Monitor, width: 1280 },
} as const;
type Device = keyof typeof DEVICES;

const PAGE_NAMES: Record<string, string> = {
  [paths.home]: "Home page",
  [paths.attractions]: "Local attractions",
  [paths.houseRules]: "House rules",
  [paths.location]: "Location",
  [paths.guestInfo]: "Guest information",
};

/** `width` is the available width in CSS pixels. */
export function PreviewPanel({ shown, fallback, width }: { shown: Shown | null; fallback: string; width: number }) {
  const [device, setDevice] = useState<Device>("phone");
  const page = shown?.page ?? fallback;
  const scale = Math.min(1, width / DEVICES[device].width);
  const tall = Math.round(Math.min(720, window.innerHeight * 0.72));
  return (
    <section aria-label="Preview" className="space-y-3">
      <div className="flex items-center justify-between gap-3">
        <p className="font-semibold">
          Preview: <span className="font-normal">{PAGE_NAMES[page]}</span>
        </p>
        <div role="group" aria-label="Size of the preview" className="flex">
          {Object.entries(DEVICES).map(([name, { label, Sign }]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === device}
              onClick={() => setDevice(name === "phone" ? "phone" : "desktop")}
              className="inline-flex size-11 items-center justify-center rounded-lg text-ink-soft hover:bg-sunken aria-pressed:border aria-pressed:border-line-strong aria-pressed:text-ink"
              aria-label={label}
            >
              <Sign className="size-5" />
            </button>
          ))}
        </div>
      </div>
      <PreviewFrame
        title={`Preview of the page: ${PAGE_NAMES[page]}`}
        width={DEVICES[device].width}
        height={Math.round(tall / scale)}
        scale={scale}
        selector={shown?.selector ?? null}
      >
        <PageGuard address={page} instead={<NotLoaded />}>
          <SitePreview page={page} />
        </PageGuard>
      </PreviewFrame>
      <p className="text-sm text-ink-soft">Only you see this until you save.</p>
    </section>
  );
}
