import { addDays, type LocalDate } from "../calendar/local-date.ts";
import type { BookingSource } from "./booking.ts";
import type { BookingStatus } from "./status.ts";
import type { Stay } from "./stay.ts";

/** A booking in the demo, before it has a price and an id. */
export type SampleStay = Stay & {
  guest: { name: string; email: string; phone: string };
  guestCount: number;
  status: BookingStatus;
  source: BookingSource;
  specialRequests: string | null;
  bookedOn: LocalDate;
};

/** How many days the demo covers before and after its first day. */
export const SAMPLE_PAST_DAYS = 365;
const COMING_DAYS = 120;
/** After a stay that ends more than this many days from today, the gap is usually longer, as in a real calendar. */
const WELL_BOOKED_DAYS = 35;

const NIGHTS = [2, 2, 3, 3, 3, 3, 4, 4, 5, 7];
/** With these gaps and the lengths above, about three out of every four nights are sold. */
const GAPS = [0, 0, 0, 1, 1, 1, 2, 3];
const LATER_GAPS = [1, 2, 3, 5, 8];
const SOURCES: BookingSource[] = [
  ...Array.from({ length: 8 }, () => "direct" as const),
  ...Array.from({ length: 5 }, () => "airbnb" as const),
  ...Array.from({ length: 4 }, () => "booking.com" as const),
  "vrbo",
  "vrbo",
  "agoda",
];

const GUESTS = (
  `Anneke de Vries +31|Tom Whitfield +44|Priya Raman +91|Lukas Brandt +49|Claire Moreau +33|Nimal Jayawardena +94|Sofia Rossi +39|` +
  `Emma Lindqvist +46|Hiroshi Tanaka +81|Grace O'Connor +353|Daniel Kim +82|Marta Kowalska +48|Ruwan Silva +94|Isabel Ortega +34|` +
  `James Carter +1|Mei Ling Tan +65|Fatima Al Sayed +971|Oliver Bennett +61|Zoe Papadaki +30|Arjun Mehta +91|Hannah Fischer +43|` +
  `Peter Novak +420|Dilani Perera +94|Lars Holm +45|Amelia Clarke +64|Noah Dubois +32|Chloe Martin +1|Kasun Fernando +94`
)
  .split("|")
  .map((entry, index) => {
    const [, name = "", country = ""] = /^(.*) (\+\d+)$/.exec(entry) ?? [];
    const mailbox = name.toLowerCase().replace(/[^a-z]+/g, ".");
    return { name, email: `${mailbox}@example.com`, phone: `${country} 555 01${String(index).padStart(2, "0")}` };
  });

const REQUESTS = [
  "We'll arrive late, around 9 PM. Is that all right?",
  "A cot for our daughter, please.",
  "Could you arrange a taxi from Kandy station?",
  "Vegetarian breakfast on the first morning, if possible.",
];

/** Pseudo-random numbers, the same at every startup, so that the demo is always the same. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/**
 * A year of past stays and four months of future ones, from all sources except `other`. No night is sold twice, and
 * there is one departure and one arrival `today`. Cancelled stays overlap others.
 */
export function sampleStays(today: LocalDate): SampleStay[] {
  const next = sequence(20_261_121);
  const pick = <T>(from: readonly [T, ...T[]] | readonly T[], otherwise: T): T =>
    from[Math.floor(next() * from.length)] ?? otherwise;
  const stays: SampleStay[] = [];
  const last = addDays(today, COMING_DAYS);
  const lastGap = addDays(today, -Math.max(...GAPS) - 1);

  for (let day = addDays(today, -SAMPLE_PAST_DAYS); day < last;) {
    const wished = addDays(day, pick(NIGHTS, 3));
    // The last of the past stays ends today, so that the dashboard shows a departure and an arrival.
    const checkOut = day < today && wished > lastGap ? today : wished;
    const stay = { checkIn: day, checkOut };
    stays.push(fill(stay, statusOn(stay, today, next())));
    if (next() < 0.06) stays.push(fill(stay, "cancelled"));
    const gap = checkOut > addDays(today, WELL_BOOKED_DAYS) ? pick(LATER_GAPS, 2) : pick(GAPS, 1);
    const free = addDays(checkOut, gap);
    day = checkOut <= today && free > today ? today : free;
  }
  return stays;

  function fill(stay: Stay, status: BookingStatus): SampleStay {
    const earliest = addDays(stay.checkIn, -Math.ceil(2 + next() * 60));
    return {
      ...stay,
      status,
      guest: pick(GUESTS, { name: "Ann Perera", email: "ann.perera@example.com", phone: "+94 555 0100" }),
      guestCount: 1 + Math.floor(next() * 6),
      source: pick(SOURCES, "direct"),
      specialRequests: next() < 0.2 ? pick(REQUESTS, null) : null,
      // At least a day ago, because nothing in the booking's history may be in the future.
      bookedOn: earliest < today ? earliest : addDays(today, -1),
    };
  }
}

function statusOn({ checkIn, checkOut }: Stay, today: LocalDate, chance: number): BookingStatus {
  if (checkOut < addDays(today, -14)) return "completed";
  if (checkOut < today) return "checked-out";
  if (checkIn < today) return "checked-in";
  if (chance < 0.7) return "confirmed";
  return chance < 0.93 ? "upcoming" : "pending";
}
