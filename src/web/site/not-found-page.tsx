import { Link } from "wouter";
import { paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { buttonClass } from "../ui/button.tsx";
import { PageIntro } from "./page-intro.tsx";

/** SPEC 2 */
export function NotFoundPage() {
  const { title, lead, text } = say.other.notFound;
  return (
    <PageIntro title={title} lead={lead}>
      <p className="mt-6 max-w-[44ch]">{text}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link href={paths.home} className={buttonClass("primary", "px-7")}>
          {say.frame.backHome}
        </Link>
        <Link href={paths.book} className={buttonClass("secondary", "px-7")}>
          {say.frame.bookYourStay}
        </Link>
      </p>
    </PageIntro>
  );
}
