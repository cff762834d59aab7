/** The smallest script of a page that React hydrates: what every such page loads at least. */
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";

hydrateRoot(
  document.body,
  createElement(() => null),
);
