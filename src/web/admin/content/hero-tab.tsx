import { HERO_SIZE } from "../../lib/picture-sizes.ts";
import { PicturePicker } from "../../media/picture-picker.tsx";
import { Picture } from "../../ui/picture.tsx";
import { fieldsOf } from "../frame/binding.ts";
import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { TextArea, TextLine } from "./text-line.tsx";

/** SPEC 2 */
export function HeroTab() {
  const hero = fieldsOf(useEditor().field("hero"));
  const image = hero("imageUrl");
  return (
    <Section title="Hero section" about="The large picture and headline at the top of your home page.">
      <div className="space-y-4">
        <TextLine {...hero("title")} label="Headline" />
        <TextArea
          {...hero("content")}
          label="Text below it"
          hint="One sentence. Shown only on large screens: on phones and tablets, the picture needs the space."
        />
        <div id={image.path} tabIndex={-1} className="space-y-3">
          <p className="font-semibold">Picture</p>
          <Picture src={image.value} alt="" {...HERO_SIZE} sizes="40rem" className="aspect-video w-full rounded-xl" />
          <PicturePicker onPicked={(picture) => image.onChange(picture.url)}>Choose another picture</PicturePicker>
        </div>
      </div>
    </Section>
  );
}
