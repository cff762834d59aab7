import {
  ChartColumn,
  CalendarCheck,
  CalendarDays,
  FileText,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  RefreshCw,
  Settings,
  Tag,
} from "../../ui/icons.tsx";
import { paths } from "../../lib/paths.ts";

export type Destination = { href: string; label: string; about: string; icon: LucideIcon };

const destination = (href: string, label: string, about: string, icon: LucideIcon): Destination => ({
  href,
  label,
  about,
  icon,
});

const { admin } = paths;
export const DASHBOARD = destination(admin.dashboard, "Dashboard", "Today at the cottage", LayoutDashboard);
export const BOOKINGS = destination(admin.bookings, "Bookings", "Find, open and change stays", CalendarCheck);
export const CALENDAR = destination(
  admin.calendar,
  "Calendar",
  "Bookings by night, and nights you block",
  CalendarDays,
);
export const ANALYTICS = destination(admin.analytics, "Analytics", "Occupancy, revenue, guests", ChartColumn);
export const CHANNELS = destination(admin.channels, "Channels", "Airbnb, Booking.com and others", RefreshCw);
export const MESSAGES = destination(admin.messages, "Messages", "Conversations with your guests", Inbox);
export const MESSAGING = destination(
  admin.messaging,
  "Messaging",
  "Automatic emails and WhatsApp messages",
  MessageSquare,
);
export const CONTENT = destination(admin.content, "Content", "Text and photos on your website", FileText);
export const PRICES = destination(
  admin.prices,
  "Prices",
  "Seasons, minimum stays, discounts, fees and cancellation",
  Tag,
);
export const SETTINGS = destination(
  admin.settings,
  "Settings",
  "Your account, bookings, notifications and backups",
  Settings,
);

/** SPEC 2 */
export const QUICK_ACTIONS = [BOOKINGS, ANALYTICS, CHANNELS, MESSAGING, CONTENT, SETTINGS];
/** On a phone, three destinations fit next to "More". */
export const BOTTOM_BAR = [DASHBOARD, BOOKINGS, CALENDAR];
export const UNDER_MORE = [MESSAGES, PRICES, ...QUICK_ACTIONS.filter((one) => one !== BOOKINGS)];
export const DESTINATIONS = [...BOTTOM_BAR, ...UNDER_MORE];

/** The path of a booking, for example, is within "Bookings". */
export function isWithin(address: string, { href }: Destination): boolean {
  return address === href || address.startsWith(`${href}/`);
}
