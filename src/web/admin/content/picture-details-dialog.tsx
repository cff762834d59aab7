import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Picture } from "#contract/media.ts";
import { change, type PictureDetails, picturesQuery } from "../../api/media.ts";
import { siteQuery } from "../../api/property.ts";
import { FocusPoint } from "../../media/focus-point.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast-store.ts";
import { TextField } from "../../ui/text-field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { useDraft } from "../frame/use-draft.ts";

/** These details apply wherever the site shows the picture. */
export function PictureDetailsDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const pictures = useQuery(picturesQuery);
  const picture = pictures.data?.find((one) => one.url === url);
  return (
    <Dialog title="About this picture" onClose={onClose}>
      {picture ? (
        <DetailsForm picture={picture} onClose={onClose} />
      ) : (
        <p role="status">
          {pictures.isPending
            ? "Loading..."
            : pictures.error
              ? "We couldn't load the details. Please close this and try again."
              : "This picture is no longer among your uploads."}
        </p>
      )}
    </Dialog>
  );
}

const LINES: { name: "alt" | "author" | "licence" | "source"; label: string; hint?: string; max: number }[] = [
  {
    name: "alt",
    label: "What does the picture show?",
    hint: "For guests who can't see it, and for search engines.",
    max: 250,
  },
  {
    name: "author",
    label: "Author",
    hint: "Only if someone else took it. We name them on the picture credits page.",
    max: 200,
  },
  { name: "licence", label: "License", max: 200 },
  { name: "source", label: "Source", max: 500 },
];

function DetailsForm({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (seen: Picture): Promise<Picture> => change(seen, details),
    onSuccess: () => {
      toast({ title: "Photos updated successfully!" });
      onClose();
    },
    onError: () => toast({ title: "Failed to update photos", variant: "destructive" }),
    onSettled: () =>
      Promise.all([picturesQuery, siteQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  });
  const draft = useDraft(picture, detailsOf, { error: saving.error });
  const details = draft.fields;
  return (
    <Form
      className="space-y-4"
      onSubmit={() => {
        if (!saving.isPending) saving.mutate(draft.seen);
      }}
    >
      <FocusPoint
        of={picture}
        x={details.focusX}
        y={details.focusY}
        onChange={(focusX, focusY) => draft.change({ focusX, focusY })}
      />
      {LINES.map(({ name, label, hint, max }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          maxLength={max}
          value={details[name]}
          onChange={(value) => draft.change({ [name]: value })}
        />
      ))}
      {saving.isPending ? null : <ChangesByOthers lines={draft.changedByOthers.map((name) => lineOf(name, picture))} />}
      <ActError error={saving.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">{saving.isPending ? "Saving..." : "Save"}</Button>
      </div>
    </Form>
  );
}

function detailsOf({ alt, focusX, focusY, author, licence, source }: Picture): PictureDetails {
  return { alt, focusX, focusY, author, licence, source };
}

function lineOf(name: keyof PictureDetails, picture: Picture): string {
  if (name === "focusX") return `From the left: ${picture.focusX}%`;
  if (name === "focusY") return `From the top: ${picture.focusY}%`;
  return `${LINES.find((line) => line.name === name)?.label}: ${picture[name] || "None"}`;
}
