import BetterSqlite from "better-sqlite3";
import fc from "fast-check";
import { addDays, daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import type { PriceDocument, PromoCode } from "#domain/pricing/price-document.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { randomDocument, randomGuests, randomStay, TODAY } from "./random-prices.ts";
import type { TestResponse } from "./test-app.ts";

/**
 * The result for a stay, from either implementation: the rule that rejects the stay, or the total and the price of one
 * night.
 */
export type QuoteResult = { rule: string | null; total: number | null; oneNight: number | null };

type Question = { document: PriceDocument; taken: readonly LocalDate[]; stay: Stay; guests: number; code: PromoCode };

/** A second implementation of docs/pricing.md, in SQL. SQLite calculates the dates, seasons, sums and rounding. */
const SQL = `
with recursive
doc as (select :document as d, cast(:guests as integer) as guests, :check_in as check_in, :check_out as check_out, :today as today),
night(date) as (
  select check_in from doc where check_in < check_out
  union all
  select date(date, '+1 day') from night, doc where date(date, '+1 day') < check_out
),
taken as (select value as date from json_each(:taken)
  where value >= :today and value < date(:today, '+' || json_extract(:document, '$.windowDays') || ' days')),
levels as (
  select date, (strftime('%w', date) + 6) % 7 as weekday,
    (select value from json_each(d, '$.specialDates')
      where night.date between value ->> 'firstNight' and value ->> 'lastNight') as special,
    (select value from json_each(d, '$.seasons') where case
      when value ->> 'from' <= value ->> 'to' then strftime('%m-%d', night.date) between value ->> 'from'
        and replace(value ->> 'to', '02-28', '02-29')
      else strftime('%m-%d', night.date) >= value ->> 'from' or strftime('%m-%d', night.date) <= value ->> 'to' end) as season,
    d -> '$.everyNight' as base
  from night, doc
),
terms as (
  select date, weekday,
    case when exists (select 1 from json_each(base, '$.weekendNights') where value = weekday)
      then coalesce(special ->> 'weekendPriceCents', special ->> 'priceCents', season ->> 'weekendPriceCents',
        season ->> 'priceCents', base ->> 'weekendPriceCents', base ->> 'priceCents')
      else coalesce(special ->> 'priceCents', season ->> 'priceCents', base ->> 'priceCents') end as price,
    coalesce(special ->> 'minimumNights', season ->> 'minimumNights', base ->> 'minimumNights') as minimum,
    coalesce(special ->> 'changeoverDays', season ->> 'changeoverDays', base ->> 'changeoverDays') as changeover
  from levels
),
facts as (
  select count(*) as nights, coalesce(sum(price), 0) as sum, max(minimum) as minimum,
    (select price from terms order by date limit 1) as first_price,
    (select exists (select 1 from json_each(changeover) where value = weekday) from terms order by date limit 1) as may_arrive,
    (select exists (select 1 from json_each(changeover) where value = (weekday + 1) % 7)
      from terms order by date desc limit 1) as may_leave,
    (select count(*) from taken where date in (select date from night)) as taken,
    (select julianday(check_in) - julianday(today) from doc) as ahead
  from terms
),
offers(cents) as (
  select 0 union all
  select case when :code_percent is not null then (sum * cast(:code_percent as integer) + 5000) / 10000
    else min(cast(:code_amount as integer), sum) end from facts where :code_percent is not null or :code_amount is not null
  union all
  select (sum * (select value ->> 'percent' from json_each(d, '$.longerStays')
    where value ->> 'nights' <= nights order by value ->> 'nights' desc limit 1) + 5000) / 10000 from facts, doc
  union all
  select (sum * (d ->> '$.lastMinute.percent') + 5000) / 10000 from facts, doc where ahead <= d ->> '$.lastMinute.days'
  union all
  select (sum * (d ->> '$.earlyBird.percent') + 5000) / 10000 from facts, doc where ahead >= d ->> '$.earlyBird.days'
),
sums as (
  select nights, sum, first_price, (select max(cents) from offers) as discount,
    max(0, guests - (d ->> '$.guests.included')) * (d ->> '$.guests.extraCents') * nights + (d ->> 'cleaningCents') as fees
  from facts, doc
),
taxes as (
  select coalesce(sum(case value ->> 'per'
      when 'price' then ((sum - discount + fees) * (value ->> 'percent') + 5000) / 10000
      when 'guest-night' then (value ->> 'amountCents') * guests * nights
      else value ->> 'amountCents' end), 0) as cents
  from sums, doc, json_each(d, '$.taxes') where value ->> 'included' = 0
),
refusal as (
  select case
    when guests > d ->> '$.guests.sleeps' then 'guests'
    when check_in < today then 'past'
    when check_out <= check_in then 'order'
    when nights > d ->> 'longestStay' then 'longest-stay'
    when check_out > date(today, '+' || (d ->> 'windowDays') || ' days') then 'horizon'
    when taken > 0 then 'taken'
    when (d ->> 'smallestGap') is not null and nights >= d ->> 'smallestGap'
      and (check_in = today or exists (select 1 from taken as t where t.date = date(check_in, '-1 day')))
      and exists (select 1 from taken as t where t.date = check_out) then null
    when nights < minimum then 'minimum'
    when not may_arrive then 'arrival-day'
    when not may_leave then 'departure-day' end as rule
  from facts, doc
)
select rule, sum - discount + fees + cents as total,
  case when sum = 0 then 0 else first_price - (2 * discount * first_price + sum) / (2 * sum) end as one_night
from sums, taxes, refusal`;

export function createPriceOracle(): { ask: (question: Question) => QuoteResult; close: () => void } {
  const file = new BetterSqlite(":memory:");
  const statement = file.prepare<
    Record<string, string | number | null>,
    { rule: string | null; total: number; one_night: number }
  >(SQL);
  return {
    ask: ({ document, taken, stay, guests, code }) => {
      const row = statement.get({
        document: JSON.stringify(document),
        taken: JSON.stringify(taken),
        guests,
        check_in: stay.checkIn,
        check_out: stay.checkOut,
        today: TODAY,
        code_percent: "percent" in code.discount ? code.discount.percent : null,
        code_amount: "amountCents" in code.discount ? code.discount.amountCents : null,
      });
      if (!row) throw new Error("The oracle has no answer");
      return row.rule === null
        ? { rule: null, total: row.total, oneNight: row.one_night }
        : { rule: row.rule, total: null, oneNight: null };
    },
    close: () => file.close(),
  };
}

type Host = (method: string, path: string, body?: unknown) => Promise<TestResponse>;

/** Nights to block within the range of the random stays, with gaps of two to five nights. */
const BLOCKS: [from: number, nights: number][] = [
  [4, 1],
  [7, 1],
  [12, 3],
  [20, 2],
];
const CODE: PromoCode = {
  code: "ORACLE",
  discount: { percent: 1234 },
  arrivalFrom: null,
  arrivalUntil: null,
  bookUntil: null,
  minimumNights: null,
  maximumUses: null,
};

/**
 * Saves random price documents and requests quotes for random stays, as guests do. Returns how many quotes were
 * compared, how many of these stays could be booked, how many documents could not be saved, and every difference from
 * the oracle. The server's clock must be set to TODAY.
 */
export async function compareWithOracle(
  host: Host,
  { documents, stays, seed }: { documents: number; stays: number; seed: number },
) {
  const oracle = createPriceOracle();
  for (const [from, nights] of BLOCKS) {
    const block = { startsOn: addDays(TODAY, from), endsOn: addDays(TODAY, from + nights), reason: "Family" };
    if ((await host("POST", "/api/admin/blocks", block)).status !== 201) throw new Error("Could not block the nights");
  }
  const { code, ...codeTerms } = CODE;
  await host("PUT", `/api/admin/prices/codes/${code}`, codeTerms);
  const taken = BLOCKS.flatMap(([from, nights]) =>
    Array.from({ length: nights }, (_one, night) => addDays(TODAY, from + night)),
  );
  let { version } = (await host("GET", "/api/admin/prices")).json;
  const differences: unknown[] = [];
  let [compared, bookable, unsavable] = [0, 0, 0];
  const wishes = fc.tuple(randomStay(60, 9), randomGuests, fc.boolean());
  for (const [place, document] of fc.sample(randomDocument(), { numRuns: documents, seed }).entries()) {
    const saved = await host("PUT", "/api/admin/prices", { prices: document, version, confirmed: true });
    if (saved.status !== 200) {
      if (saved.status !== 400) throw new Error(`Saving a document returned ${saved.status}: ${saved.text}`);
      unsavable += 1;
      continue;
    }
    version = saved.json.version;
    for (const [stay, guests, withCode] of fc.sample(wishes, { numRuns: stays, seed: seed + place })) {
      const response = await host("POST", "/api/quote", {
        checkInDate: stay.checkIn,
        checkOutDate: stay.checkOut,
        guestCount: guests,
        ...(withCode ? { code: "oracle" } : {}),
      });
      const { quote, refusal } = response.json;
      const ours: QuoteResult = {
        rule: refusal?.rule ?? null,
        total: quote?.totalCents ?? null,
        oneNight: quote?.oneNightCents ?? null,
      };
      const used = withCode ? CODE : { ...CODE, discount: { amountCents: 0 } };
      const theirs = oracle.ask({ document, taken, stay, guests, code: used });
      compared += 1;
      if (ours.rule === null) bookable += 1;
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
        differences.push({
          document,
          stay,
          nights: daysBetween(stay.checkIn, stay.checkOut),
          guests,
          withCode,
          ours,
          theirs,
        });
      }
    }
  }
  oracle.close();
  return { compared, bookable, unsavable, differences };
}
