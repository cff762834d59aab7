import { momentOf, type TimeZone } from "#domain/calendar/time-zone.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { foldedText } from "#domain/text/fold.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";

type Line = { author: "guest" | "host"; daysAgo: number; at: `${number}:${number}`; body: string; read: boolean };

/** Messages between guests and the host. The guest who wrote the newest message is waiting for a reply. */
const CONVERSATIONS: Line[][] = [
  [
    {
      author: "guest",
      daysAgo: 1,
      at: "19:40",
      body: "Hello! Our train arrives at 20:35. Is it a problem if we come around 9 PM? And could somebody fetch us from the station?",
      read: false,
    },
  ],
  [
    {
      author: "guest",
      daysAgo: 3,
      at: "08:12",
      body: "Is there a cot for our daughter? She is 14 months old.",
      read: true,
    },
    {
      author: "host",
      daysAgo: 3,
      at: "09:05",
      body: "Yes, and a high chair too. We'll have both ready in the double bedroom.",
      read: true,
    },
    { author: "guest", daysAgo: 3, at: "09:20", body: "Wonderful, thank you!", read: true },
  ],
  [
    {
      author: "guest",
      daysAgo: 6,
      at: "15:30",
      body: "We are vegetarians. Can you manage that at breakfast?",
      read: true,
    },
    {
      author: "host",
      daysAgo: 6,
      at: "16:02",
      body: "Gladly. Hoppers with coconut sambol and fruit from the garden, if you like.",
      read: false,
    },
  ],
];

type Guest = { bookingId: string; guestName: string };

/**
 * Adds the sample conversations, one for each guest from the start of the list. The messages are dated before the demo
 * began, which the API does not allow.
 */
export async function addSampleConversations(trx: Trx, guests: readonly Guest[], today: LocalDate, zone: TimeZone) {
  for (const [i, lines] of CONVERSATIONS.entries()) {
    const guest = guests[i];
    if (!guest) continue;
    for (const [place, { author, daysAgo, at, body, read }] of lines.entries()) {
      const moment = momentOf(addDays(today, -daysAgo), at, zone).toISOString();
      await trx
        .insertInto("conversation_message")
        .values({
          id: randomId(),
          booking_id: guest.bookingId,
          place: place + 1,
          author,
          written_by: author === "host" ? "Nimal" : "",
          written_in: author === "host" ? "portal" : "page",
          body,
          search_text: foldedText(`${body}\n${guest.guestName}`),
          at: moment,
          read_at: read ? moment : null,
          emailed_at: moment,
        })
        .execute();
    }
  }
}
