import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { importPossibleQuery } from "../../api/backups.ts";
import { Notice } from "../../ui/notice.tsx";
import { LoadError } from "../frame/load-error.tsx";
import { ImportForm } from "./import-form.tsx";

/** For an admin of an installation that nobody has booked in yet; a used one says why not, before anything is sent. */
export function MoveInDisclosure() {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        Import from another Latchkey
      </summary>
      {open ? <Possible /> : null}
    </details>
  );
}

function Possible() {
  const { data, error, refetch } = useQuery(importPossibleQuery);
  if (error) return <LoadError error={error} what="what is here already" retry={() => void refetch()} />;
  if (!data) return <p role="status">Looking...</p>;
  if (data.inUse) return <Notice look="info">{data.inUse}</Notice>;
  return (
    <div className="max-w-md space-y-4">
      <p className="text-sm text-ink-soft">
        This replaces everything here, including your account, with what is in the file. Nothing is written before every
        checksum in it was compared.
      </p>
      <ImportForm />
    </div>
  );
}
