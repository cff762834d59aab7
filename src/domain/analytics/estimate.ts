/** SPEC 9: used when a figure is missing from the response. A figure that is null shows "No data yet" instead. */
const FALLBACK = { occupancyRate: 75, averageDailyRate: 150, revenuePerBooking: 150 } as const;

/** A figure to display; `estimate` marks a fallback, and `value` is null when there is no data yet. */
export type Shown = { value: number | null; estimate: boolean };

export type Answered = {
  totalBookings: number;
  totalRevenue?: number | null;
  occupancyRate?: number | null;
  averageDailyRate?: number | null;
};

export function shownFigures(answer: Answered): Record<"revenue" | "occupancy" | "rate", Shown> {
  return {
    revenue: shown(answer.totalRevenue, answer.totalBookings * FALLBACK.revenuePerBooking),
    occupancy: shown(answer.occupancyRate, FALLBACK.occupancyRate),
    rate: shown(answer.averageDailyRate, FALLBACK.averageDailyRate),
  };
}

function shown(measured: number | null | undefined, fallback: number): Shown {
  return measured === undefined ? { value: fallback, estimate: true } : { value: measured, estimate: false };
}
