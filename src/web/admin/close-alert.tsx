import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RefundResult } from "#domain/payments/refund.ts";
import { closeAlert } from "../api/host-payments.ts";
import { reasonOf } from "../lib/display-error.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextField } from "../ui/text-field.tsx";

type Props = {
  id: string;
  /** What became of the refund that the alert is about; an empty string until the host has answered. */
  refund?: RefundResult | "";
  queryKey: readonly unknown[];
};

export function CloseAlert({ id, refund, queryKey }: Props) {
  const client = useQueryClient();
  const [words, setWords] = useState("");
  const closing = useMutation({
    mutationFn: () => closeAlert({ id, words: words.trim(), ...(refund ? { refund } : {}) }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <>
      <TextField label="What did you do about it?" maxLength={500} value={words} onChange={setWords} />
      {closing.error ? <Notice look="error">{reasonOf(closing.error)}</Notice> : null}
      <Button
        look="secondary"
        disabled={closing.isPending || words.trim() === "" || refund === ""}
        onClick={() => closing.mutate()}
      >
        Close this alert
      </Button>
    </>
  );
}
