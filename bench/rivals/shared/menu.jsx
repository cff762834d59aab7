"use client";
import { useState } from "react";
import { Link } from "#link";
import { secondary } from "./look.js";

/** A button shows and hides the menu, as on most React sites. */
export function Menu({ links }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="shrink-0 lg:hidden print:hidden">
      <button
        type="button"
        aria-expanded={open}
        aria-controls="menu"
        onClick={() => setOpen(!open)}
        className={`${secondary} px-4`}
      >
        Menu
      </button>
      {open ? (
        <nav
          id="menu"
          aria-label="Main"
          className="fixed inset-auto top-18 end-5 w-64 rounded-2xl border border-line bg-surface p-2 text-ink floating"
        >
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  onClick={() => setOpen(false)}
                  className="inline-flex min-h-11 items-center rounded-full decoration-clay decoration-2 underline-offset-8 hover:bg-sunken w-full px-4"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  );
}
