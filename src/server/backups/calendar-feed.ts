import type { Snapshot } from "../database/snapshot.ts";

/** Every stay that is not cancelled and every blocked night, for any calendar program (RFC 5545). */
export async function calendarFile(snapshot: Snapshot): Promise<{ name: string; text: string }> {
  const { default: ical } = await import("ical-generator");
  const calendar = ical({ name: "Stays", prodId: { company: "Latchkey", product: "Export" } });
  const stays = await snapshot.executor
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select(["booking.reference", "booking.check_in", "booking.check_out", "booking.created_at", "guest.name"])
    .where("booking.status", "<>", "cancelled")
    .orderBy("booking.check_in")
    .execute();
  for (const stay of stays) {
    calendar.createEvent({
      id: `${stay.reference}@latchkey`,
      start: stay.check_in,
      end: stay.check_out,
      allDay: true,
      stamp: new Date(stay.created_at),
      summary: `${stay.name} (${stay.reference})`,
    });
  }
  const blocks = await snapshot.executor.selectFrom("owner_block").selectAll().orderBy("starts_on").execute();
  for (const block of blocks) {
    calendar.createEvent({
      id: `${block.id}@latchkey`,
      start: block.starts_on,
      end: block.ends_on,
      allDay: true,
      stamp: new Date(block.created_at),
      summary: block.reason || "Blocked",
    });
  }
  return { name: "calendar.ics", text: calendar.toString() };
}
