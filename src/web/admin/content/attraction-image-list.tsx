import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "../../ui/later-icons.tsx";
import { useState } from "react";
import type { AttractionImage } from "#contract/shown-pictures.ts";
import { removeImage } from "../../api/media.ts";
import { attractionImagesQuery } from "../../api/shown-pictures.ts";
import { siteQuery } from "../../api/property.ts";
import { PLACE_SIZE } from "../../lib/picture-sizes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Picture } from "../../ui/picture.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ActError } from "../bookings/act-error.tsx";
import { LoadError } from "../frame/load-error.tsx";
import { Bone } from "../frame/screen-skeleton.tsx";

export function AttractionImageList() {
  const images = useQuery({ ...attractionImagesQuery, staleTime: 0 });
  const [deleting, setDeleting] = useState<AttractionImage | null>(null);
  if (images.error && !images.data)
    return <LoadError error={images.error} what="the images" retry={() => void images.refetch()} />;
  if (!images.data) return <Bone className="h-60" />;
  if (images.data.length === 0) {
    return (
      <p className="rounded-2xl border border-dashed border-line-strong p-6 text-ink-soft">
        No images yet. Until you add some, sample attractions show a drawing, and your own show no picture.
      </p>
    );
  }
  return (
    <>
      <ul className="grid gap-5 sm:grid-cols-2 2xl:grid-cols-3">
        {images.data.map((image) => (
          <li key={image.id} className="overflow-hidden rounded-2xl border border-line bg-surface">
            <Picture
              src={image.imageUrl}
              alt={image.altText}
              {...PLACE_SIZE}
              sizes="(min-width: 40rem) 20rem, 94vw"
              className="aspect-6/5 w-full"
            />
            <div className="flex items-start justify-between gap-3 p-4">
              <p className="min-w-0">
                <span className="block font-semibold">{image.attractionName}</span>
                <span className="text-sm text-ink-soft">{image.altText || "No description"}</span>
              </p>
              <Button
                look="quiet"
                className="-mt-2 -mr-2 shrink-0 px-3"
                aria-label={`Delete the image of ${image.attractionName}`}
                onClick={() => setDeleting(image)}
              >
                <Trash2 className="size-5" />
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {deleting ? <DeleteDialog image={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

function DeleteDialog({ image, onClose }: { image: AttractionImage; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeImage(image.id),
    onSuccess: async () => {
      toast({ title: "Image deleted successfully!" });
      onClose();
      await Promise.all(
        [attractionImagesQuery, siteQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      );
    },
    onError: () => toast({ title: "Failed to delete image", variant: "destructive" }),
  });
  return (
    <Dialog title="Delete this image?" onClose={onClose}>
      <p>
        Guests will no longer see this image of {image.attractionName}. The picture stays in your uploads for a week.
      </p>
      <ActError error={remove.error} />
      <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Delete image
        </Button>
      </div>
    </Dialog>
  );
}
