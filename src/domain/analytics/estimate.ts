/** SPEC 9: what stands in for a figure that is missing from the answer. Never for one that is null: that is "No data yet". */
const FALLBACK = { occupancyRate: 75, averageDailyRate: 150, revenuePerBooking: 150 } as const;

/** A figure as it is shown: measured, standing in for a missing one, or not there yet. */
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
