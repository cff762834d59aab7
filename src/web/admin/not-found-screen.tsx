import { Link } from "wouter";
import { paths } from "../lib/paths.ts";

/** SPEC 2 gives both texts. */
export function NotFoundScreen() {
  return (
    <section className="space-y-3">
      <h1 className="font-serif text-3xl">404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <Link href={paths.admin.dashboard} className="font-semibold underline">
        Back to Dashboard
      </Link>
    </section>
  );
}
