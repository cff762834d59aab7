import { Button } from "./button.tsx";

type Props = {
  /** What the form does, such as "Save price". */
  label: string;
  busyLabel: string;
  busy: boolean;
  look?: "primary" | "danger";
  cancelLabel?: string;
  onCancel: () => void;
};

/** The two buttons that end a form in a dialog or card: beside each other, and on a phone above each other. */
export function FormButtons({ label, busyLabel, busy, look = "primary", cancelLabel = "Cancel", onCancel }: Props) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button look="secondary" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" look={look} disabled={busy}>
        {busy ? busyLabel : label}
      </Button>
    </div>
  );
}
