// Created by scripts/icons.mjs from lucide-react; its licence is in icons-licence.txt. That package is only a
// development dependency, because its 4,854 files were a quarter of the files installed at the first start.
import type { SVGProps } from "react";

export type IconProps = SVGProps<SVGSVGElement>;
export type LucideIcon = ReturnType<typeof icon>;

/** An icon that is drawn as a single path. */
export const icon = (path: string) => (props: IconProps) => (
  <svg
    width="24"
    height="24"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...props}
  >
    <path d={path} />
  </svg>
);

export const Armchair = /* @__PURE__ */ icon(
  "M19 9V6a2 2 0 0 0-2-2H7a2 2 0 0 0-2 2v3M3 16a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-5a2 2 0 0 0-4 0v1.5a.5.5 0 0 1-.5.5h-9a.5.5 0 0 1-.5-.5V11a2 2 0 0 0-4 0zM5 18v2M19 18v2",
);
export const ArrowLeft = /* @__PURE__ */ icon("M12 19l-7-7 7-7M19 12H5");
export const ArrowRight = /* @__PURE__ */ icon("M5 12h14M12 5l7 7-7 7");
export const Bath = /* @__PURE__ */ icon(
  "M10 4 8 6M17 19v2M2 12h20M7 19v2M9 5 7.621 3.621A2.121 2.121 0 0 0 4 5v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-5",
);
export const BedDouble = /* @__PURE__ */ icon(
  "M2 20v-8a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v8M4 10V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v4M12 4v6M2 18h20",
);
export const CalendarCheck = /* @__PURE__ */ icon(
  "M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 9h18M9 15l2 2 4-4",
);
export const CalendarClock = /* @__PURE__ */ icon(
  "M16 14v2.2l1.6 1M16 2v3M21 7.338V5a2 2 0 00-2-2H5a2 2 0 00-2 2v14a2 2 0 002 2h2.338M3 9h5.859M8 2v3M10 16a6 6 0 0 1 12 0a6 6 0 0 1 -12 0z",
);
export const CalendarDays = /* @__PURE__ */ icon(
  "M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 9h18M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01",
);
export const CalendarRange = /* @__PURE__ */ icon(
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM16 2v3M3 9h18M8 2v3M17 13h-6M13 17H7M7 13h.01M17 17h.01",
);
export const Car = /* @__PURE__ */ icon(
  "M19 17h2c.6 0 1-.4 1-1v-3c0-.9-.7-1.7-1.5-1.9C18.7 10.6 16 10 16 10s-1.3-1.4-2.2-2.3c-.5-.4-1.1-.7-1.8-.7H5c-.6 0-1.1.4-1.4.9l-1.4 2.9A3.7 3.7 0 0 0 2 12v4c0 .6.4 1 1 1h2M5 17a2 2 0 0 1 4 0a2 2 0 0 1 -4 0zM9 17h6M15 17a2 2 0 0 1 4 0a2 2 0 0 1 -4 0z",
);
export const CarTaxiFront = /* @__PURE__ */ icon(
  "M10 2h4M21 8l-2 2-1.5-3.7A2 2 0 0 0 15.646 5H8.4a2 2 0 0 0-1.903 1.257L5 10 3 8M7 14h.01M17 14h.01M5 10h14a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2zM5 18v2M19 18v2",
);
export const ChartColumn = /* @__PURE__ */ icon("M3 3v16a2 2 0 0 0 2 2h16M18 17V9M13 17V5M8 17v-3");
export const Check = /* @__PURE__ */ icon("M20 6 9 17l-5-5");
export const Circle = /* @__PURE__ */ icon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0z");
export const CircleAlert = /* @__PURE__ */ icon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM12 8L12 12M12 16L12.01 16");
export const CircleCheck = /* @__PURE__ */ icon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM16 9l-5.5 5.5L8 12");
export const CircleDollarSign = /* @__PURE__ */ icon(
  "M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM16 8h-6a2 2 0 1 0 0 4h4a2 2 0 1 1 0 4H8M12 18V6",
);
export const CirclePause = /* @__PURE__ */ icon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM10 15L10 9M14 15L14 9");
export const CircleUser = /* @__PURE__ */ icon(
  "M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM9 10a3 3 0 0 1 6 0a3 3 0 0 1 -6 0zM7 20.662V19a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v1.662",
);
export const CircleX = /* @__PURE__ */ icon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM15 9l-6 6M9 9l6 6");
export const Clock = /* @__PURE__ */ icon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM12 6v6l4 2");
export const Ellipsis = /* @__PURE__ */ icon(
  "M11 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM18 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM4 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0z",
);
export const ExternalLink = /* @__PURE__ */ icon(
  "M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6",
);
export const Eye = /* @__PURE__ */ icon(
  "M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z",
);
export const EyeOff = /* @__PURE__ */ icon(
  "M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20",
);
export const FileText = /* @__PURE__ */ icon(
  "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8",
);
export const House = /* @__PURE__ */ icon(
  "M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
);
export const Inbox = /* @__PURE__ */ icon(
  "M22 12 16 12 14 15 10 15 8 12 2 12M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z",
);
export const Info = /* @__PURE__ */ icon("M2 12a10 10 0 0 1 20 0a10 10 0 0 1 -20 0zM12 16v-4M12 8h.01");
export const KeyRound = /* @__PURE__ */ icon(
  "M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4zM16 7.5a0.5 0.5 0 0 1 1 0a0.5 0.5 0 0 1 -1 0zM16.5 7.5h.01",
);
export const LayoutDashboard = /* @__PURE__ */ icon(
  "M4 3h5a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1zM15 3h5a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1zM15 12h5a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1zM4 16h5a1 1 0 0 1 1 1v3a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-3a1 1 0 0 1 1 -1z",
);
export const LogIn = /* @__PURE__ */ icon("M10 17l5-5-5-5M15 12H3M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4");
export const LogOut = /* @__PURE__ */ icon("M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4");
export const Mail = /* @__PURE__ */ icon(
  "M22 7l-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z",
);
export const Map = /* @__PURE__ */ icon(
  "M14.106 5.553a2 2 0 0 0 1.788 0l3.659-1.83A1 1 0 0 1 21 4.619v12.764a1 1 0 0 1-.553.894l-4.553 2.277a2 2 0 0 1-1.788 0l-4.212-2.106a2 2 0 0 0-1.788 0l-3.659 1.83A1 1 0 0 1 3 19.381V6.618a1 1 0 0 1 .553-.894l4.553-2.277a2 2 0 0 1 1.788 0zM15 5.764v15M9 3.236v15",
);
export const MapPin = /* @__PURE__ */ icon(
  "M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0M9 10a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z",
);
export const MessageCircle = /* @__PURE__ */ icon(
  "M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719",
);
export const MessageSquare = /* @__PURE__ */ icon(
  "M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z",
);
export const Navigation = /* @__PURE__ */ icon("M3 11 22 2 13 21 11 13 3 11z");
export const Phone = /* @__PURE__ */ icon(
  "M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384",
);
export const RefreshCw = /* @__PURE__ */ icon(
  "M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5",
);
export const Search = /* @__PURE__ */ icon("M21 21l-4.34-4.34M3 11a8 8 0 0 1 16 0a8 8 0 0 1 -16 0z");
export const Settings = /* @__PURE__ */ icon(
  "M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915M9 12a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z",
);
export const Shield = /* @__PURE__ */ icon(
  "M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z",
);
export const Sparkles = /* @__PURE__ */ icon(
  "M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594zM20 2v4M22 4h-4M2 20a2 2 0 0 1 4 0a2 2 0 0 1 -4 0z",
);
export const Tag = /* @__PURE__ */ icon(
  "M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42zM7 7.5a0.5 0.5 0 0 1 1 0a0.5 0.5 0 0 1 -1 0zM7.5 7.5h.01",
);
export const Trees = /* @__PURE__ */ icon(
  "M10 10v.2A3 3 0 0 1 8.9 16H5a3 3 0 0 1-1-5.8V10a3 3 0 0 1 6 0ZM7 16v6M13 19v3M12 19h8.3a1 1 0 0 0 .7-1.7L18 14h.3a1 1 0 0 0 .7-1.7L16 9h.2a1 1 0 0 0 .8-1.7L13 3l-1.4 1.5",
);
export const Wifi = /* @__PURE__ */ icon(
  "M12 20h.01M2 8.82a15 15 0 0 1 20 0M5 12.859a10 10 0 0 1 14 0M8.5 16.429a5 5 0 0 1 7 0",
);
export const X = /* @__PURE__ */ icon("M18 6 6 18M6 6l12 12");
