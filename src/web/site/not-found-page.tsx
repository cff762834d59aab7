import { Link } from "wouter";
import { paths } from "../lib/paths.ts";

/** SPEC 2 gives both texts. */
export function NotFoundPage() {
  return (
    <section>
      <h1>404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <Link href={paths.home}>Back to Home</Link>
    </section>
  );
}
