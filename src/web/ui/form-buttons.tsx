import { Button } from "./button.tsx";

type Props = {
  label: string;
  busyLabel?: string;
  busy: boolean;
  look?: "primary" | "danger";
  cancelLabel?: string;
  onCancel: () => void;
};

export function FormButtons({
  label,
  busyLabel = label,
  busy,
  look = "primary",
  cancelLabel = "Cancel",
  onCancel,
}: Props) {
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
