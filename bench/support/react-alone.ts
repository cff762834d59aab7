/** Every page that React hydrates loads at least this much. */
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";

hydrateRoot(
  document.body,
  createElement(() => null),
);
