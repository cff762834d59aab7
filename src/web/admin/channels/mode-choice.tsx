import type { ImportMode } from "#domain/channels/channel.ts";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";

const MODES: Choice<ImportMode>[] = [
  {
    value: "reservations",
    label: "Reservations only",
    about:
      "Reservations close nights here. Nights that are blocked there, by you or by the platform, stay on sale unless you choose them.",
  },
  {
    value: "everything",
    label: "Everything it shows",
    about:
      "Every night that is closed there is closed here too. Use this if the platform does not say what is a booking.",
  },
];

type Props = { mode: ImportMode; platformName: string; onChange: (mode: ImportMode) => void };

/** S-22. */
export function ModeChoice({ mode, platformName, onChange }: Props) {
  const legend = `What on ${platformName} should close nights here?`;
  return <ChoiceList legend={legend} choices={MODES} value={mode} onChange={onChange} />;
}
