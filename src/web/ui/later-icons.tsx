// Created by scripts/icons.mjs: icons that only the portal's later screens need.
import { icon } from "./icons.tsx";

export const ArrowDown = /* @__PURE__ */ icon("M12 5v14M19 12l-7 7-7-7");
export const ArrowUp = /* @__PURE__ */ icon("M5 12l7-7 7 7M12 19V5");
export const Camera = /* @__PURE__ */ icon(
  "M13.997 4a2 2 0 0 1 1.76 1.05l.486.9A2 2 0 0 0 18.003 7H20a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h1.997a2 2 0 0 0 1.759-1.048l.489-.904A2 2 0 0 1 10.004 4zM9 13a3 3 0 0 1 6 0a3 3 0 0 1 -6 0z",
);
export const ChevronDown = /* @__PURE__ */ icon("M6 9l6 6 6-6");
export const Copy = /* @__PURE__ */ icon(
  "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2",
);
export const Download = /* @__PURE__ */ icon("M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5");
export const GripVertical = /* @__PURE__ */ icon(
  "M8 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM8 5a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM8 19a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM14 12a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM14 5a1 1 0 0 1 2 0a1 1 0 0 1 -2 0zM14 19a1 1 0 0 1 2 0a1 1 0 0 1 -2 0z",
);
export const ImagePlus = /* @__PURE__ */ icon(
  "M16 5h6M19 2v6M21 11.5V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7.5M21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21M7 9a2 2 0 0 1 4 0a2 2 0 0 1 -4 0z",
);
export const ImageUp = /* @__PURE__ */ icon(
  "M10.3 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10l-3.1-3.1a2 2 0 0 0-2.814.014L6 21M14 19.5l3-3 3 3M17 22v-5.5M7 9a2 2 0 0 1 4 0a2 2 0 0 1 -4 0z",
);
export const Lock = /* @__PURE__ */ icon(
  "M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-7a2 2 0 0 1 2 -2zM7 11V7a5 5 0 0 1 10 0v4",
);
export const Monitor = /* @__PURE__ */ icon(
  "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM8 21L16 21M12 17L12 21",
);
export const Plus = /* @__PURE__ */ icon("M5 12h14M12 5v14");
export const Smartphone = /* @__PURE__ */ icon(
  "M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-16a2 2 0 0 1 2 -2zM12 18h.01",
);
export const StickyNote = /* @__PURE__ */ icon(
  "M21 9a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 15 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2zM15 3v5a1 1 0 0 0 1 1h5",
);
export const Trash2 = /* @__PURE__ */ icon(
  "M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2",
);
export const TriangleAlert = /* @__PURE__ */ icon(
  "M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01",
);
