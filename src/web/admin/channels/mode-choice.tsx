import type { ImportMode } from "#domain/channels/channel.ts";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";

const MODES: Choice<ImportMode>[] = [
  {
    value: "reservations",
    label: "Reservations only",
    about:
      "Reservations close nights here. Nights blocked on the platform stay on sale here unless you choose to close them.",
  },
  {
    value: "everything",
    label: "Everything it shows",
    about:
      "Every night closed there is closed here too. Choose this if the platform doesn't tell bookings and blocks apart.",
  },
];

type Props = { mode: ImportMode; platformName: string; onChange: (mode: ImportMode) => void };

export function modeLabel(mode: ImportMode): string {
  return MODES.find(({ value }) => value === mode)?.label ?? mode;
}

/** S-22 */
export function ModeChoice({ mode, platformName, onChange }: Props) {
  const legend = `Which entries on ${platformName} should close nights here?`;
  return <ChoiceList legend={legend} choices={MODES} value={mode} onChange={onChange} />;
}
