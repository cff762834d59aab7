import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { ItemList } from "./item-list.tsx";
import { TextArea, TextLine } from "./text-line.tsx";

export function TestimonialsSection() {
  const { field } = useEditor();
  return (
    <>
      <Section title="Features & Amenities" about="Three look best on the home page. You can add more.">
        <ItemList
          {...field("highlights")}
          title="Features"
          one="feature"
          fresh={() => ({ title: "", text: "" })}
          nameOf={({ title }) => title}
        >
          {(at) => (
            <>
              <TextLine {...at("title")} label="Title" />
              <TextArea {...at("text")} label="Text" />
            </>
          )}
        </ItemList>
      </Section>
      <Section title="What Our Guests Say" about="Only what guests really wrote, and where and when they wrote it.">
        <ItemList
          {...field("testimonials")}
          title="Testimonials"
          one="testimonial"
          fresh={() => ({ name: "", text: "", source: "", month: "" })}
          nameOf={({ name }) => name}
        >
          {(at) => (
            <>
              <TextArea {...at("text")} label="What they wrote" />
              <TextLine {...at("name")} label="Who" />
              <div className="grid gap-4 sm:grid-cols-2">
                <TextLine {...at("source")} label="Where" placeholder="Guest book" />
                <TextLine {...at("month")} label="When" placeholder="March 2026" />
              </div>
            </>
          )}
        </ItemList>
      </Section>
    </>
  );
}
