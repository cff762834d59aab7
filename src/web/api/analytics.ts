import { analytics, analyticsMoney, analyticsStays, dashboard } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import { queryOf } from "./client.ts";

const fresh = { staleTime: 0 };

export const dashboardQuery = queryOf(dashboard, {}, fresh);

export const analyticsQuery = (span: Span | null) => queryOf(analytics, { query: span ?? {} }, fresh);

export const analyticsStaysQuery = (span: Span) => queryOf(analyticsStays, { query: span }, fresh);

export const analyticsMoneyQuery = (span: Span | null) => queryOf(analyticsMoney, { query: span ?? {} }, fresh);
