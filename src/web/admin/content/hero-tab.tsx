import { HERO_SIZE } from "../../lib/picture-sizes.ts";
import { PicturePicker } from "../../media/picture-picker.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { TextArea, TextLine } from "./text-line.tsx";

/** SPEC 2: Hero Section. */
export function HeroTab() {
  const { draft, change } = useEditor();
  const { hero } = draft;
  const set = (part: Partial<typeof hero>) => change({ hero: { ...hero, ...part } });
  return (
    <Section title="Hero section" about="The large picture and headline at the top of your home page.">
      <div className="space-y-4">
        <TextLine path="hero.title" label="Headline" value={hero.title} onChange={(title) => set({ title })} />
        <TextArea
          path="hero.content"
          label="Text below it"
          hint="One sentence. Shown only on large screens: on phones and tablets, the picture needs the space."
          value={hero.content ?? ""}
          onChange={(content) => set({ content })}
        />
        <div id="hero.imageUrl" tabIndex={-1} className="space-y-3">
          <p className="font-semibold">Picture</p>
          <Picture src={hero.imageUrl} alt="" {...HERO_SIZE} sizes="40rem" className="aspect-video w-full rounded-xl" />
          <PicturePicker onPicked={(picture) => set({ imageUrl: picture.url })}>Choose another picture</PicturePicker>
        </div>
      </div>
    </Section>
  );
}
