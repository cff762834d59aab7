import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { importPossibleQuery } from "../../api/backups.ts";
import { Notice } from "../../ui/notice.tsx";
import { LoadError } from "../frame/load-error.tsx";
import { ImportForm } from "./import-form.tsx";

export function ImportDisclosure() {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        Import from another installation
      </summary>
      {open ? <Possible /> : null}
    </details>
  );
}

function Possible() {
  const { data, error, refetch } = useQuery(importPossibleQuery);
  if (error) return <LoadError error={error} what="the state of this installation" retry={() => void refetch()} />;
  if (!data) return <p role="status">Checking...</p>;
  if (data.inUse) return <Notice look="info">{data.inUse}</Notice>;
  return (
    <div className="max-w-md space-y-4">
      <p className="text-sm text-ink-soft">
        This replaces everything here, including your account, with what is in the file. We check the whole file before
        we change anything.
      </p>
      <ImportForm />
    </div>
  );
}
