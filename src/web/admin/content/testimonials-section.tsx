import { fieldsOf } from "../frame/binding.ts";
import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { ItemCard } from "./item-card.tsx";
import { ListEditor } from "./list-editor.tsx";
import { TextArea, TextLine } from "./text-line.tsx";

/** The cottage's features and the guests' testimonials, both on the landing page. */
export function TestimonialsSection() {
  const { field } = useEditor();
  return (
    <>
      <Section title="Features & Amenities" about="Three look best on the home page. You can add more.">
        <ListEditor {...field("highlights")} title="Features" one="feature" fresh={() => ({ title: "", text: "" })}>
          {(item, place) => {
            const at = fieldsOf(item);
            return (
              <ItemCard path={item.path} name={item.value.title} unnamed={`Feature ${place + 1}`}>
                <TextLine {...at("title")} label="Title" />
                <TextArea {...at("text")} label="Text" />
              </ItemCard>
            );
          }}
        </ListEditor>
      </Section>
      <Section title="What Our Guests Say" about="Only what guests really wrote, and where and when they wrote it.">
        <ListEditor
          {...field("testimonials")}
          title="Testimonials"
          one="testimonial"
          fresh={() => ({ name: "", text: "", source: "", month: "" })}
        >
          {(item, place) => {
            const at = fieldsOf(item);
            return (
              <ItemCard path={item.path} name={item.value.name} unnamed={`Testimonial ${place + 1}`}>
                <TextArea {...at("text")} label="What they wrote" />
                <TextLine {...at("name")} label="Who" />
                <div className="grid gap-4 sm:grid-cols-2">
                  <TextLine {...at("source")} label="Where" placeholder="Guest book" />
                  <TextLine {...at("month")} label="When" placeholder="March 2026" />
                </div>
              </ItemCard>
            );
          }}
        </ListEditor>
      </Section>
    </>
  );
}
