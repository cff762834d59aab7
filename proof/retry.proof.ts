/** R04: one key leads to one booking, even if it is sent concurrently. R08: guests who never book do not remain. */
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "#server/testing/engines.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const HOUR_MS = 3_600_000;

for (const engine of engines) {
  await prove(
    {
      id: "R04",
      what: "Idempotency",
      aim: "20 at once: 1 booking, identical responses, also after 23 h; a different body 422",
    },
    engine,
    async () => {
      const server = await startTestApp(engine);
      let different = 0;
      let bookings = 0;
      let reused = 0;
      let withoutKey = 0;
      for (let round = 0; round < 20; round++) {
        const checkInDate = addDays(toLocalDate("2027-01-01"), round * 3);
        const key = crypto.randomUUID();
        const headers = { "idempotency-key": key };
        const guest = await server.send("POST", "/api/guests", GUEST, headers);
        const body = { ...stayBody({ checkInDate, checkOutDate: addDays(checkInDate, 2) }), guestId: guest.json.id };
        const responses = await Promise.all(
          Array.from({ length: 20 }, () => server.send("POST", "/api/bookings", body, headers)),
        );
        const texts = new Set(responses.map((response) => `${response.status} ${response.text}`));
        if (round === 19) server.clock.advance(23 * HOUR_MS);
        texts.add(
          await server
            .send("POST", "/api/bookings", body, headers)
            .then((response) => `${response.status} ${response.text}`),
        );
        different += texts.size - 1;
        const other = await server.send("POST", "/api/bookings", { ...body, guestCount: 3 }, headers);
        if (other.status === 422) reused += 1;
        const bare = await server.send("POST", "/api/bookings", body);
        if (bare.status !== 201) withoutKey += 1;
      }
      bookings = (await server.db.selectFrom("booking").select("id").execute()).length;
      await server.close();
      return {
        figures: { rounds: 20, sentEach: 21, bookings, differentAnswers: different, otherBodyRefused: reused },
        met: bookings === 20 && different === 0 && reused === 20,
        negativeControl: {
          fault: "the same request without its key: not answered with the booking",
          detected: withoutKey === 20,
        },
      };
    },
  );

  await prove(
    {
      id: "R08",
      what: "Abandoned guest registrations",
      aim: "1,000 abandoned guests: 0 left, 0 visible; a used, an unknown and an expired registration rejected",
    },
    engine,
    async () => {
      const server = await startTestApp(engine);
      const cookie = await server.signIn();
      for (let i = 0; i < 1000; i++)
        await server.send("POST", "/api/guests", { ...GUEST, email: `guest${i}@example.com` });
      const visible = (await server.send("GET", "/api/admin/bookings", undefined, { cookie })).json.length;
      const draft = async () => (await server.send("POST", "/api/guests", GUEST)).json.id;
      const use = async (guestId: string, night: string) =>
        (
          await server.send("POST", "/api/bookings", {
            ...stayBody({ checkInDate: night, checkOutDate: addDays(toLocalDate(night), 1) }),
            guestId,
          })
        ).status;
      const used = await draft();
      const good = await use(used, "2027-02-01");
      const again = await use(used, "2027-02-03");
      const unknown = await use("AAAAAAAAAAAAAAAAAAAAAA", "2027-02-05");
      const old = await draft();
      server.clock.advance(61 * 60_000);
      const late = await use(old, "2027-02-07");
      await server.app.start();
      let left = -1;
      for (let look = 0; look < 50 && left !== 0; look++) {
        left = (await server.db.selectFrom("guest").select("id").where("claimed_at", "is", null).execute()).length;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await server.close();
      const refused = [again, unknown, late].filter((status) => status >= 400 && status < 500).length;
      return {
        figures: { abandoned: 1000, left, visible, refused: `${refused} of 3` },
        met: left === 0 && visible === 0 && refused === 3 && good === 201,
      };
    },
  );
}
