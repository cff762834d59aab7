import { Link } from "wouter";
import type { Dashboard } from "#contract/analytics.ts";
import { formatDate } from "../../lib/format-date.ts";
import { stayPath } from "../bookings/stay-path.ts";

type Props = Pick<Dashboard, "arrivals" | "inHouse">;

/** Who stays at the cottage tonight. At the top, because it is what a host looks up most often. */
export function Tonight({ arrivals, inHouse }: Props) {
  const [stay] = [...inHouse, ...arrivals];
  if (!stay) return <p>No guests staying tonight</p>;
  return (
    <p>
      Tonight:{" "}
      <Link href={stayPath(stay)} className="inline-flex min-h-11 items-center font-semibold wrap-anywhere underline">
        {stay.guestName}
      </Link>
      , until {formatDate(stay.checkOut, "short")}
    </p>
  );
}
