import { Button } from "../../ui/button.tsx";

type Props = { saving: boolean; save: () => void; discard: () => void };

/** Shown only while there are unsaved changes. */
export function SaveBar({ saving, save, discard }: Props) {
  return (
    <div
      role="region"
      aria-label="Unsaved changes"
      data-save-bar
      className="sticky bottom-20 z-10 flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-line-strong bg-surface p-3 pl-5 shadow-lg lg:bottom-4"
    >
      <p className="font-semibold">Unsaved changes</p>
      <div className="flex gap-2">
        <Button look="quiet" onClick={discard} disabled={saving}>
          Discard
        </Button>
        <Button onClick={save} aria-disabled={saving}>
          {saving ? "Saving..." : "Save Settings"}
        </Button>
      </div>
    </div>
  );
}
