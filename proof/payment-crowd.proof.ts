/** P-01: 1,000 guests book overlapping stays and pay at once, through two servers. */
import { engines } from "#server/testing/engines.ts";
import { bookInCrowd } from "#server/testing/payment-crowd.ts";
import { prove } from "./support/proof.ts";

const GUESTS = 1000;

for (const engine of engines) {
  await prove(
    {
      id: "PAYCROWD",
      what: `${GUESTS} bookings with payment at once, by two servers`,
      aim: "no stays overlap or lack their nights, no checkout or payment page lacks a stay, and no stay has two payment pages",
    },
    `${engine}, 2 instances`,
    async () => {
      const { statuses, booked, pages, ...wrong } = await bookInCrowd(engine, GUESTS);
      const met = Object.values(wrong).every((count) => count === 0) && booked > 5 && pages > 5 && !statuses[500];
      return { figures: { booked, pages, answers: JSON.stringify(statuses), ...wrong }, met };
    },
  );
}
