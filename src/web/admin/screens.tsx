import { type ComponentType, lazy } from "react";
import { paths } from "../lib/paths.ts";
import { portalPaths } from "../lib/portal-paths.ts";
import type { PortalPattern } from "../lib/portal-patterns.ts";

export type Screen<Pattern extends string = string> = {
  pattern: Pattern;
  title: string;
  component: ComponentType;
  /** Set if the screen is for people who are not signed in yet. */
  open?: true;
};

/** Loads a screen's code when it is first opened. */
function screen(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}

export const screens: Screen<PortalPattern>[] = [
  {
    pattern: paths.admin.login,
    title: "Sign in",
    component: screen(async () => (await import("./login-page.tsx")).LoginPage),
    open: true,
  },
  {
    pattern: paths.admin.setup,
    title: "Set up",
    component: screen(async () => (await import("./setup-page.tsx")).SetupPage),
    open: true,
  },
  {
    pattern: portalPaths.invitation,
    title: "Invitation",
    component: screen(async () => (await import("./invitation-page.tsx")).InvitationPage),
    open: true,
  },
  {
    pattern: paths.admin.dashboard,
    title: "Dashboard",
    component: screen(async () => (await import("./dashboard-page.tsx")).DashboardPage),
  },
  {
    pattern: paths.admin.bookings,
    title: "Bookings",
    component: screen(async () => (await import("./bookings-page.tsx")).BookingsPage),
  },
  {
    pattern: "/admin/bookings/:bookingId",
    title: "Booking",
    component: screen(async () => (await import("./booking-page.tsx")).BookingDetailPage),
  },
  {
    pattern: paths.admin.calendar,
    title: "Calendar",
    component: screen(async () => (await import("./calendar-page.tsx")).CalendarPage),
  },
  {
    pattern: paths.admin.channels,
    title: "Channels",
    component: screen(async () => (await import("./channels-page.tsx")).ChannelsPage),
  },
  {
    pattern: paths.admin.channelHistory,
    title: "Channel history",
    component: screen(async () => (await import("./channel-history-page.tsx")).ChannelHistoryPage),
  },
  {
    pattern: "/admin/channels/stays/:stayId",
    title: "Imported stay",
    component: screen(async () => (await import("./channel-stay-page.tsx")).ChannelStayPage),
  },
  {
    pattern: "/admin/channels/:channelId",
    title: "Channel",
    component: screen(async () => (await import("./channel-page.tsx")).ChannelPage),
  },
  {
    pattern: paths.admin.analytics,
    title: "Analytics",
    component: screen(async () => (await import("./analytics-page.tsx")).AnalyticsPage),
  },
  {
    pattern: paths.admin.messages,
    title: "Messages",
    component: screen(async () => (await import("./messages-page.tsx")).MessagesPage),
  },
  {
    pattern: paths.admin.messaging,
    title: "Messaging",
    component: screen(async () => (await import("./messaging-page.tsx")).MessagingPage),
  },
  {
    pattern: paths.admin.content,
    title: "Content",
    component: screen(async () => (await import("./content-page.tsx")).ContentPage),
  },
  {
    pattern: paths.admin.prices,
    title: "Prices",
    component: screen(async () => (await import("./prices-page.tsx")).PricesPage),
  },
  {
    pattern: paths.admin.settings,
    title: "Settings",
    component: screen(async () => (await import("./settings-page.tsx")).SettingsPage),
  },
  {
    pattern: paths.admin.audit,
    title: "Audit log",
    component: screen(async () => (await import("./audit-page.tsx")).AuditPage),
  },
  {
    pattern: portalPaths.people,
    title: "People",
    component: screen(async () => (await import("./people-page.tsx")).PeoplePage),
  },
  {
    pattern: portalPaths.cleaning,
    title: "Cleaning",
    component: screen(async () => (await import("./cleaning-page.tsx")).CleaningPage),
  },
];
