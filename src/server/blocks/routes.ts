import { changeBlock as changeBlockEndpoint, createBlock, freeBlock, listBlocks } from "#contract/blocks.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import { changeBlock, type CloseNightsResult, closeNights } from "./create-block.ts";
import type { BlockStore, FreeResult } from "./ports.ts";

type Needs = { blocks: BlockStore; clock: Clock; today: () => Promise<LocalDate> };

export function mountBlocks(mount: Mount, needs: Needs): void {
  const { blocks, clock } = needs;
  const responseTo = (result: CloseNightsResult) => (result.ok ? result.block : refusalOf(result));

  mount(listBlocks, ({ query }) => blocks.listBetween(query.from, query.to));

  mount(createBlock, async ({ body }, call) =>
    responseTo(await closeNights(needs, { ...body, actor: await actorOf(call) })),
  );

  mount(changeBlockEndpoint, async ({ params, body }, call) =>
    responseTo(await changeBlock(needs, { ...body, id: params.blockId, actor: await actorOf(call) })),
  );

  mount(freeBlock, async ({ params, query }, call) => {
    const act = { actor: await actorOf(call), at: clock() };
    const result = await blocks.free(params.blockId, query.version, act);
    return result.ok ? null : refusalOf(result);
  });
}

function refusalOf(result: Exclude<CloseNightsResult | FreeResult, { ok: true }>): Problem {
  switch (result.reason) {
    case "unknown":
      return notFound("These nights are no longer blocked.");
    case "stale":
      return new Problem(409, "Somebody changed this block in the meantime. Check what is saved now, then try again.");
    case "nights-taken":
      return new Problem(409, {
        message: "Some of these nights are already booked or blocked. Choose other nights, or move the booking first.",
        nights: result.nights,
      });
    case "refused":
      return new Problem(400, { message: result.message, fields: { endsOn: result.message } });
  }
}
