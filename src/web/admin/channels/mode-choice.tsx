import type { ImportMode } from "#domain/channels/channel.ts";
import { type Choice, ChoiceList } from "../../ui/choice-list.tsx";

const MODES: Choice<ImportMode>[] = [
  {
    value: "reservations",
    label: "Reservations only",
    about:
      "What the platform itself calls a reservation closes nights here. Its own blocks, such as days too far ahead, do not.",
  },
  {
    value: "everything",
    label: "Everything it shows",
    about: "Each closed night closes here too. Right where the platform does not tell stays from closures.",
  },
];

type Props = { mode: ImportMode; platformName: string; onChange: (mode: ImportMode) => void };

/** S-22. */
export function ModeChoice({ mode, platformName, onChange }: Props) {
  const legend = `What of ${platformName} closes nights here?`;
  return <ChoiceList legend={legend} choices={MODES} value={mode} onChange={onChange} />;
}
