import { Link } from "wouter";
import { paths } from "../lib/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { PageIntro } from "./page-intro.tsx";

/** SPEC 2 gives both texts. */
export function NotFoundPage() {
  return (
    <PageIntro title="404 Page Not Found" lead="Did you forget to add the page to the router?">
      <p className="mt-6 max-w-[44ch]">In other words: there is nothing at this address. Here is the way back.</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link href={paths.home} className={buttonClass("primary", "px-7")}>
          Back to Home
        </Link>
        <Link href={paths.book} className={buttonClass("secondary", "px-7")}>
          Book Your Stay
        </Link>
      </p>
    </PageIntro>
  );
}
