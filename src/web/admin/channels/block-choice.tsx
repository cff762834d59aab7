import type { ChannelPreview } from "#contract/channels.ts";
import { counted } from "#domain/text/counted.ts";
import { formatSpan } from "../../lib/format-span.ts";

type Block = ChannelPreview["events"][number];
type Props = {
  blocks: readonly Block[];
  closed: ReadonlySet<Block>;
  platformName: string;
  onChange: (closed: ReadonlySet<Block>) => void;
};

/** S-22: only the host knows which of the nights that the platform blocks without a reservation to close here. */
export function BlockChoice({ blocks, closed, platformName, onChange }: Props) {
  if (blocks.length === 0) return null;
  const turn = (block: Block) => {
    const next = new Set(closed);
    if (!next.delete(block)) next.add(block);
    onChange(next);
  };
  return (
    <fieldset>
      <legend className="font-semibold">Nights blocked on {platformName}: close them here too?</legend>
      <p className="text-sm text-ink-soft">
        The calendar doesn't say why nights are blocked. Choose the ones that you blocked yourself. Nights that you
        don't choose stay on sale here. So do any nights blocked there later.
      </p>
      <div className="mt-2 space-y-2">
        {blocks.map((block) => (
          <label
            key={`${block.startsOn}/${block.endsOn}`}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line p-3 has-checked:border-accent has-checked:bg-sunken"
          >
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={closed.has(block)}
              onChange={() => turn(block)}
            />
            <span>
              {formatSpan(block.startsOn, block.endsOn)}{" "}
              <span className="text-ink-soft">({counted(block.nights, "night")})</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
