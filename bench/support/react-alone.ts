/** The smallest script of a page that React hydrates: every such page loads at least this. */
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";

hydrateRoot(
  document.body,
  createElement(() => null),
);
