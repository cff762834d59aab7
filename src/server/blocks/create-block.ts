import { refuseHostStay } from "#domain/booking/refuse-stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId } from "../runtime/ids.ts";
import type { Block, BlockResult, BlockStore } from "./ports.ts";

type Needs = { blocks: BlockStore; clock: Clock; today: () => Promise<LocalDate> };
type Wanted = Pick<Block, "startsOn" | "endsOn" | "reason"> & { actor: string };
export type CloseNightsResult = BlockResult | { ok: false; reason: "refused"; message: string };

/** Blocks nights for the host, so that nobody can book them. */
export async function closeNights(needs: Needs, { actor, ...wanted }: Wanted): Promise<CloseNightsResult> {
  const refused = refuseHostStay(stayOf(wanted), await needs.today());
  if (refused) return { ok: false, reason: "refused", message: refused };
  const at = needs.clock();
  return needs.blocks.add({ id: randomId(), ...wanted, createdAt: at, createdBy: actor, version: 1 }, { actor, at });
}

/** Changes a block's nights or its reason. `version` is the version that the host saw. */
export async function changeBlock(
  needs: Needs,
  { actor, ...wanted }: Wanted & Pick<Block, "id" | "version">,
): Promise<CloseNightsResult> {
  const refused = refuseHostStay(stayOf(wanted), await needs.today());
  if (refused) return { ok: false, reason: "refused", message: refused };
  return needs.blocks.change(wanted, { actor, at: needs.clock() });
}

function stayOf({ startsOn, endsOn }: Pick<Block, "startsOn" | "endsOn">) {
  return { checkIn: startsOn, checkOut: endsOn };
}
