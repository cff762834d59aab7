import { type ComponentType, lazy } from "react";
import { paths } from "../lib/paths.ts";
import { portalPaths } from "../lib/portal-paths.ts";
import type { PortalPattern } from "../lib/portal-patterns.ts";

export type Screen<Pattern extends string = string> = {
  pattern: Pattern;
  title: string;
  component: ComponentType;
  /** For people who are not signed in yet. */
  open?: true;
};

/** The code is loaded when the screen is first opened, except for sign-in and dashboard. */
function screen(pattern: PortalPattern, title: string, load: () => Promise<ComponentType>): Screen<PortalPattern> {
  return { pattern, title, component: lazy(async () => ({ default: await load() })) };
}

export const screens: Screen<PortalPattern>[] = [
  { ...screen(paths.admin.login, "Sign in", async () => (await import("./login-page.tsx")).LoginPage), open: true },
  { ...screen(paths.admin.setup, "Set up", async () => (await import("./setup-page.tsx")).SetupPage), open: true },
  {
    ...screen(portalPaths.invitation, "Invitation", async () => (await import("./invitation-page.tsx")).InvitationPage),
    open: true,
  },
  screen(paths.admin.dashboard, "Dashboard", async () => (await import("./dashboard-page.tsx")).DashboardPage),
  screen(paths.admin.bookings, "Bookings", async () => (await import("./bookings-page.tsx")).BookingsPage),
  screen("/admin/bookings/:bookingId", "Booking", async () => (await import("./booking-page.tsx")).BookingDetailPage),
  screen(paths.admin.calendar, "Calendar", async () => (await import("./calendar-page.tsx")).CalendarPage),
  screen(paths.admin.channels, "Channels", async () => (await import("./channels-page.tsx")).ChannelsPage),
  screen(
    paths.admin.channelHistory,
    "Channel history",
    async () => (await import("./channel-history-page.tsx")).ChannelHistoryPage,
  ),
  screen(
    "/admin/channels/stays/:stayId",
    "Imported stay",
    async () => (await import("./channel-stay-page.tsx")).ChannelStayPage,
  ),
  screen("/admin/channels/:channelId", "Channel", async () => (await import("./channel-page.tsx")).ChannelPage),
  screen(paths.admin.analytics, "Analytics", async () => (await import("./analytics-page.tsx")).AnalyticsPage),
  screen(paths.admin.messages, "Messages", async () => (await import("./messages-page.tsx")).MessagesPage),
  screen(paths.admin.messaging, "Messaging", async () => (await import("./messaging-page.tsx")).MessagingPage),
  screen(paths.admin.content, "Content", async () => (await import("./content-page.tsx")).ContentPage),
  screen(paths.admin.prices, "Prices", async () => (await import("./prices-page.tsx")).PricesPage),
  screen(paths.admin.settings, "Settings", async () => (await import("./settings-page.tsx")).SettingsPage),
  screen(paths.admin.audit, "Audit log", async () => (await import("./audit-page.tsx")).AuditPage),
  screen(portalPaths.people, "People", async () => (await import("./people-page.tsx")).PeoplePage),
  screen(portalPaths.cleaning, "Cleaning", async () => (await import("./cleaning-page.tsx")).CleaningPage),
];
