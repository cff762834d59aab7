import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { type PieceView, samplesQuery } from "../../api/samples.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useDecideSample } from "../content/use-decide-sample.ts";
import { Card } from "./card.tsx";

/** Hidden once the host has decided what to do with each part. */
export function SampleContent() {
  const pieces = useQuery(samplesQuery).data?.pieces ?? [];
  const open = pieces.filter(({ state }) => state === "sample");
  const decide = useDecideSample();
  if (open.length === 0) return null;
  return (
    <Card title="Sample content" aside={<span className="text-sm text-ink-soft">{`${open.length} to review`}</span>}>
      <p className="text-ink-soft">
        Your website still shows text and pictures of a sample cottage. Until you've reviewed them, every page says so
        and search engines don't list it. Sample reviews and links are never shown.
      </p>
      <ul className="mt-3 divide-y divide-line">
        {open.map((piece) => (
          <li key={piece.piece} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span className="min-w-0 flex-1 basis-56 font-semibold">{piece.title}</span>
            <Choices piece={piece} decide={decide} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Choices({ piece: { piece, title, tab, mayKeep, mayHide }, decide }: ChoicesProps) {
  const about = <span className="sr-only">{` “${title}”`}</span>;
  return (
    <span className="flex flex-wrap gap-2">
      <Link href={`/admin/content?tab=${tab}`} className={buttonClass("secondary")}>
        Change{about}
      </Link>
      {mayKeep ? (
        <Button
          look="quiet"
          aria-disabled={decide.isPending}
          onClick={() => decide.mutate({ piece, decision: "keep" })}
        >
          Keep{about}
        </Button>
      ) : null}
      {mayHide ? (
        <Button
          look="quiet"
          aria-disabled={decide.isPending}
          onClick={() => decide.mutate({ piece, decision: "hide" })}
        >
          Hide{about}
        </Button>
      ) : null}
    </span>
  );
}

type ChoicesProps = { piece: PieceView; decide: ReturnType<typeof useDecideSample> };
