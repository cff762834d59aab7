import { isLocalTime } from "#domain/calendar/time-zone.ts";
import type { BookingNotice } from "#domain/pricing/price-document.ts";
import { formatTime } from "../../../lib/format-date.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { fieldsOf } from "../../frame/binding.ts";
import { usePriceEditor } from "../editor.ts";
import { NumberInput } from "../inputs.tsx";
import type { PriceSection } from "./price-section.ts";

export const TIME_SECTIONS: PriceSection[] = [
  {
    id: "gaps",
    question: "Can guests book short gaps between two bookings?",
    title: "Gaps",
    about: "A gap between two bookings can be booked in full, even if it is shorter than the minimum.",
    isUsed: ({ smallestGap }) => smallestGap !== null,
    start: () => ({ smallestGap: 2 }),
    end: () => ({ smallestGap: null }),
    content: ({ field }) => (
      <NumberInput
        {...field("smallestGap")}
        label="Smallest gap that can be booked (nights)"
        className="max-w-xs"
        value={field("smallestGap").value ?? 2}
      />
    ),
  },
  {
    id: "preparation",
    question: "Do you need time between two stays?",
    title: "Preparation",
    about:
      "These nights are kept free before and after each stay, here and on the platforms. You can still book them yourself.",
    isUsed: ({ preparationNights }) => preparationNights > 0,
    start: () => ({ preparationNights: 1 }),
    end: () => ({ preparationNights: 0 }),
    content: ({ field }) => (
      <NumberInput
        {...field("preparationNights")}
        label="Nights kept free before and after a stay"
        className="max-w-xs"
      />
    ),
  },
  {
    id: "notice",
    question: "Do you need notice before an arrival?",
    title: "Minimum notice",
    about: "How long before arrival guests must book. You can still book later yourself.",
    isUsed: ({ notice }) => notice !== null,
    start: () => ({ notice: { days: 0, until: "15:00" } }),
    end: () => ({ notice: null }),
    content: () => <NoticeFields />,
  },
];

function NoticeFields() {
  const { prices, field, problems } = usePriceEditor();
  const { notice } = prices;
  if (!notice) return null;
  const at = fieldsOf({ ...field("notice"), value: notice });
  const until = at("until");
  return (
    <div className="space-y-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberInput {...at("days")} label="Days before arrival" hint="0 allows booking on the day of arrival" />
        <TextField
          id={until.path}
          label="Until"
          hint="Leave empty for all day"
          error={problems[until.path]}
          type="time"
          value={until.value ?? ""}
          onChange={(time) => {
            if (time === "" || isLocalTime(time)) until.onChange(time || null);
          }}
        />
      </div>
      <p className="rounded-lg bg-sunken p-3">{noticeText(notice)}</p>
    </div>
  );
}

function noticeText({ days, until }: BookingNotice): string {
  const day = days === 0 ? "the day of arrival" : days === 1 ? "the day before arrival" : `${days} days before arrival`;
  if (until !== null) return `Guests can book until ${formatTime(until)} on ${day}, in the cottage's time zone.`;
  return days === 0
    ? "Guests can book until the end of the day of arrival."
    : `Guests can book until the end of ${day}.`;
}
