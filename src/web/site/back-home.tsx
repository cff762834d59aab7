import { ArrowLeft } from "../ui/icons.tsx";
import { Link } from "wouter";
import { paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";

export function BackHome() {
  return (
    <Link
      href={paths.home}
      className="mb-6 inline-flex min-h-11 items-center gap-2 text-ink-soft decoration-clay underline-offset-4 hover:text-ink hover:underline print:hidden"
    >
      <ArrowLeft className="size-5" />
      {say.frame.backHome}
    </Link>
  );
}
