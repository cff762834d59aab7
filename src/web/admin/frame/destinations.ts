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

const { admin } = paths;
export const DASHBOARD: Destination = {
  href: admin.dashboard,
  label: "Dashboard",
  about: "Today at the cottage",
  icon: LayoutDashboard,
};
export const BOOKINGS: Destination = {
  href: admin.bookings,
  label: "Bookings",
  about: "Find, open and change stays",
  icon: CalendarCheck,
};
export const CALENDAR: Destination = {
  href: admin.calendar,
  label: "Calendar",
  about: "Bookings by night, and nights you block",
  icon: CalendarDays,
};
export const ANALYTICS: Destination = {
  href: admin.analytics,
  label: "Analytics",
  about: "Occupancy, revenue, guests",
  icon: ChartColumn,
};
export const CHANNELS: Destination = {
  href: admin.channels,
  label: "Channels",
  about: "Airbnb, Booking.com and others",
  icon: RefreshCw,
};
export const MESSAGES: Destination = {
  href: admin.messages,
  label: "Messages",
  about: "Conversations with your guests",
  icon: Inbox,
};
export const MESSAGING: Destination = {
  href: admin.messaging,
  label: "Messaging",
  about: "Automatic emails and WhatsApp messages",
  icon: MessageSquare,
};
export const CONTENT: Destination = {
  href: admin.content,
  label: "Content",
  about: "Text and photos on your website",
  icon: FileText,
};
export const PRICES: Destination = {
  href: admin.prices,
  label: "Prices",
  about: "Seasons, minimum stays, discounts, fees and cancellation",
  icon: Tag,
};
export const SETTINGS: Destination = {
  href: admin.settings,
  label: "Settings",
  about: "Your account, bookings, notifications and backups",
  icon: Settings,
};

/** SPEC 2: the six screens of the dashboard's quick actions. */
export const QUICK_ACTIONS = [BOOKINGS, ANALYTICS, CHANNELS, MESSAGING, CONTENT, SETTINGS];
export const DESTINATIONS = [
  DASHBOARD,
  BOOKINGS,
  CALENDAR,
  MESSAGES,
  PRICES,
  ...QUICK_ACTIONS.filter((one) => one !== BOOKINGS),
];

/** On a phone, three destinations fit next to "More". */
export const BOTTOM_BAR = [DASHBOARD, BOOKINGS, CALENDAR];
export const UNDER_MORE = [MESSAGES, PRICES, ANALYTICS, CHANNELS, MESSAGING, CONTENT, SETTINGS];

/** Whether the path belongs to the destination. For example, the path of a booking belongs to "Bookings". */
export function isWithin(address: string, { href }: Destination): boolean {
  return address === href || address.startsWith(`${href}/`);
}
