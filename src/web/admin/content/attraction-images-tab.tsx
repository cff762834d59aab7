import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OFFERED_ATTRACTIONS } from "#domain/property/attraction-image.ts";
import { addImage, type NewAttractionImage } from "../../api/media.ts";
import { attractionImagesQuery } from "../../api/shown-pictures.ts";
import { propertyQuery, siteQuery } from "../../api/property.ts";
import { PicturePicker } from "../../media/picture-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Picture as SitePicture } from "../../ui/picture.tsx";
import { toast } from "../../ui/toast-store.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { Section } from "../settings/section.tsx";
import { AttractionImageList } from "./attraction-image-list.tsx";
import { useEditor } from "./editor-context.ts";
import { SaveBar } from "../frame/save-bar.tsx";

export const NEW_IMAGE_FORM = "new-image";

/** SPEC 2 */
export function AttractionImagesTab() {
  return (
    <div className="min-w-0 space-y-8">
      <NewImageForm />
      <AttractionImageList />
    </div>
  );
}

function NewImageForm() {
  const client = useQueryClient();
  const { newImage, setNewImage } = useEditor();
  const names = useAttractionNames();
  const [chosenName, setChosenName] = useState<string>(OFFERED_ATTRACTIONS[0]);
  const name = newImage?.attractionName ?? chosenName;
  const save = useMutation({
    mutationFn: (image: NewAttractionImage) => addImage(image),
    onSuccess: async () => {
      setNewImage(null);
      toast({ title: "Image uploaded successfully!" });
      await Promise.all(
        [attractionImagesQuery, siteQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      );
    },
    onError: () => toast({ title: "Failed to upload image", variant: "destructive" }),
  });
  const setName = (attractionName: string) => {
    setChosenName(attractionName);
    if (newImage) setNewImage({ ...newImage, attractionName });
  };
  const send = () => {
    if (!newImage || save.isPending) return;
    save.mutate({ attractionName: name, imageUrl: newImage.picture.url, altText: newImage.altText });
  };
  return (
    <Form id={NEW_IMAGE_FORM} onSubmit={send} className="space-y-4">
      <Section
        title="Attraction Images"
        about="Shown on the local attractions page. A picture replaces the drawing of a sample attraction."
      >
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <div className="space-y-4">
            <SelectField label="Attraction" value={name} options={names.map((one) => [one, one])} onChange={setName} />
            {newImage ? (
              <TextField
                label="What it shows (optional)"
                hint="Read aloud to guests who can't see the picture, and shown below it at full size. If empty, the picture's own description is used."
                value={newImage.altText}
                maxLength={250}
                onChange={(altText) => setNewImage({ ...newImage, altText })}
                autoComplete="on"
              />
            ) : null}
            <PicturePicker onPicked={(picture) => setNewImage({ attractionName: name, picture, altText: picture.alt })}>
              {newImage ? "Choose another" : "Choose a picture"}
            </PicturePicker>
          </div>
          {newImage ? (
            <SitePicture
              src={newImage.picture.url}
              alt={newImage.altText}
              width={newImage.picture.width}
              height={newImage.picture.height}
              sizes="24rem"
              className="aspect-6/5 w-full rounded-xl"
            />
          ) : null}
        </div>
      </Section>
      <ActError error={save.error} />
      {newImage ? (
        <SaveBar dirty sticks>
          <p className="font-semibold">Unsaved changes</p>
          <div className="flex gap-2">
            <Button look="quiet" onClick={() => setNewImage(null)} disabled={save.isPending}>
              Discard
            </Button>
            <Button type="submit" aria-disabled={save.isPending} aria-keyshortcuts="Control+S Meta+S">
              {save.isPending ? "Saving..." : "Save image"}
            </Button>
          </div>
        </SaveBar>
      ) : null}
    </Form>
  );
}

/** The attraction names from SPEC 3, followed by those of the host's attractions. */
function useAttractionNames(): string[] {
  const attractions = useQuery(propertyQuery).data?.localAttractions ?? [];
  return [...new Set([...OFFERED_ATTRACTIONS, ...attractions.map(({ name }) => name)])];
}
