import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PublicSite } from "#contract/property.ts";
import { addMonths, monthOf } from "#domain/calendar/month.ts";
import { defaultStay } from "#domain/booking/stay.ts";
import { guestCalendar } from "#domain/pricing/selling-calendar.ts";
import { availabilityQuery, LANDING_AVAILABILITY } from "../../api/booking.ts";
import { AS_RENDERED } from "../../api/client.ts";
import { publicPricesQuery } from "../../api/public-prices.ts";
import { calendarMonth } from "../../booking/calendar-days.ts";
import { MonthTable } from "../../booking/month-table.tsx";
import { formatMonth } from "../../lib/format-date.ts";
import { inLanguage, paths } from "../../lib/paths.ts";
import { say } from "../../lib/say.ts";
import { buttonClass } from "../../ui/button.tsx";

/** Choosing a day opens the booking page with that day as check-in, with or without JavaScript. */
export function FreeDates({ site }: { site: PublicSite }) {
  const { data: prices } = useQuery({ ...publicPricesQuery, ...AS_RENDERED });
  const { data: nights } = useQuery({
    ...availabilityQuery(site.today, LANDING_AVAILABILITY),
    ...AS_RENDERED,
    // The server renders the page again whenever a night is taken or freed.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const months = useMemo(() => {
    if (!prices || !nights) return null;
    const selling = guestCalendar(prices.prices, nights);
    const first = monthOf(defaultStay(selling.today).checkIn);
    const shown = [first, addMonths(first, 1)];
    return shown.map((month) => ({ month, weeks: calendarMonth(selling, NOTHING_CHOSEN, month) }));
  }, [prices, nights]);
  if (!months) return null;
  const texts = say.landing.freeDates;
  return (
    <section aria-labelledby="free-dates" className="frame pt-section">
      <div className="grid items-start gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="free-dates" className="serif text-heading">
            {texts.title}
          </h2>
          <p className="mt-3 text-ink-soft">{texts.text(site.nightRate, site.extras)}</p>
        </div>
        <form action={inLanguage(paths.book)}>
          <div className="stay-months">
            {months.map(({ month, weeks }) => (
              <MonthTable
                key={month}
                title={formatMonth(month)}
                weeks={weeks}
                scripted={false}
                tabStop={null}
                dayName="in"
                dayPrefix=""
                leadsOn
              />
            ))}
          </div>
          <p className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <span className="text-sm text-ink-soft">
              <s aria-hidden="true">12</s> {say.stay.calendar.crossedOut}
            </span>
            <button
              type="submit"
              name="month"
              // A phone shows only the first month, so the button leads to the second month.
              value={months.at(-1)?.month}
              className={buttonClass("secondary")}
            >
              {texts.later}
            </button>
          </p>
        </form>
      </div>
    </section>
  );
}

const NOTHING_CHOSEN = { checkIn: null, checkOut: null };
