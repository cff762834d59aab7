import { useState } from "react";
import { Button } from "./button.tsx";
import { TextField } from "./text-field.tsx";

/** If the browser does not allow copying, the link can still be selected. */
export function CopyLink({ label, hint, href }: { label: string; hint?: string; href: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      // Browsers offer the Clipboard API only with HTTPS or on localhost.
      await navigator.clipboard.writeText(href);
      setCopied(true);
    } catch {
      document.getElementById("link-to-copy")?.focus();
    }
  };
  return (
    <div className="space-y-3">
      <TextField
        label={label}
        hint={hint}
        id="link-to-copy"
        readOnly
        value={href}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button look="secondary" onClick={() => void copy()}>
        {copied ? "Copied" : "Copy the link"}
      </Button>
    </div>
  );
}
