import { Link } from "wouter";
import { buttonClass } from "../../ui/button.tsx";
import { PRICES, QUICK_ACTIONS } from "../frame/destinations.ts";
import { Card } from "./card.tsx";

/** SPEC 2: one button for each of the six screens, and a link to prices below them. */
export function QuickActions() {
  return (
    <div>
      <Card title="Quick Actions">
        <ul className="grid grid-cols-2 gap-2 sm:gap-3 md:grid-cols-3 xl:grid-cols-6">
          {QUICK_ACTIONS.map(({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link href={href} className={buttonClass("secondary", "w-full px-2")}>
                <Icon aria-hidden="true" className="size-5 shrink-0 max-[359px]:hidden" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <Link href={PRICES.href} className="mt-3 inline-flex min-h-11 items-center gap-2 font-semibold underline">
        <PRICES.icon aria-hidden="true" className="size-5 shrink-0" />
        Set prices and stay rules
      </Link>
    </div>
  );
}
