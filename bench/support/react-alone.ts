/** The smallest possible script for a page that React hydrates. Every such page loads at least this much. */
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";

hydrateRoot(
  document.body,
  createElement(() => null),
);
