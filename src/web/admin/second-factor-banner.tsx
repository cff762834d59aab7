import { Link } from "wouter";
import type { AdminUser } from "#contract/auth.ts";
import { paths } from "../lib/paths.ts";

/** Shown above every screen until two-factor sign-in is on. */
export function SecondFactorBanner({ admin }: { admin: AdminUser }) {
  if (admin.secondFactor || admin.role === "demo") return null;
  return (
    <p className="mb-6 rounded-xl border border-line-strong bg-sunken px-4 py-2">
      A password alone protects this portal.{" "}
      <Link href={paths.admin.secondFactor} className="inline-flex min-h-11 items-center font-semibold underline">
        Turn on two-factor sign-in
      </Link>
    </p>
  );
}
