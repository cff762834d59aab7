import { analytics, analyticsMoney, analyticsStays, dashboard } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import { freshQuery } from "./client.ts";

export const dashboardQuery = freshQuery(dashboard, {});

export const analyticsQuery = (span: Span | null) => freshQuery(analytics, { query: span ?? {} });

export const analyticsStaysQuery = (span: Span) => freshQuery(analyticsStays, { query: span });

export const analyticsMoneyQuery = (span: Span | null) => freshQuery(analyticsMoney, { query: span ?? {} });
