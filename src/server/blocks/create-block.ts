import { refuseHostStay } from "#domain/booking/refuse-host-stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId } from "../runtime/ids.ts";
import type { Block, BlockResult, BlockStore } from "./ports.ts";

type Needs = { blocks: BlockStore; clock: Clock; today: () => Promise<LocalDate> };
type BlockRequest = Pick<Block, "startsOn" | "endsOn" | "reason"> & { actor: string };
export type CloseNightsResult = BlockResult | { ok: false; reason: "refused"; message: string };

/** Blocks nights for the host, so that nobody can book them. */
export async function closeNights(needs: Needs, { actor, ...request }: BlockRequest): Promise<CloseNightsResult> {
  const refused = refuseHostStay(stayOf(request), await needs.today());
  if (refused) return { ok: false, reason: "refused", message: refused };
  const at = needs.clock();
  return needs.blocks.add({ id: randomId(), ...request, createdAt: at, createdBy: actor, version: 1 }, { actor, at });
}

/** Changes a block's nights or its reason. `version` is the version that the host saw. */
export async function changeBlock(
  needs: Needs,
  { actor, ...update }: BlockRequest & Pick<Block, "id" | "version">,
): Promise<CloseNightsResult> {
  const refused = refuseHostStay(stayOf(update), await needs.today());
  if (refused) return { ok: false, reason: "refused", message: refused };
  return needs.blocks.change(update, { actor, at: needs.clock() });
}

function stayOf({ startsOn, endsOn }: Pick<Block, "startsOn" | "endsOn">) {
  return { checkIn: startsOn, checkOut: endsOn };
}
