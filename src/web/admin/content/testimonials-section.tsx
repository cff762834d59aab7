import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { ItemCard } from "./item-card.tsx";
import { ListEditor } from "./list-editor.tsx";
import { TextArea, TextLine } from "./text-line.tsx";

/** The cottage's features and the guests' testimonials, both on the landing page. */
export function TestimonialsSection() {
  const { draft, change } = useEditor();
  return (
    <>
      <Section title="Features & Amenities" about="Three look best on the home page. You can add more.">
        <ListEditor
          path="highlights"
          title="Features"
          one="feature"
          items={draft.highlights}
          fresh={() => ({ title: "", text: "" })}
          onChange={(highlights) => change({ highlights })}
        >
          {(item, changeItem, path, place) => (
            <ItemCard path={path} isNew={item.title === ""} title={item.title || `Feature ${place + 1}`}>
              <TextLine
                path={`${path}.title`}
                label="Title"
                value={item.title}
                onChange={(title) => changeItem({ ...item, title })}
              />
              <TextArea
                path={`${path}.text`}
                label="Text"
                value={item.text}
                onChange={(text) => changeItem({ ...item, text })}
              />
            </ItemCard>
          )}
        </ListEditor>
      </Section>
      <Section title="What Our Guests Say" about="Only what guests really wrote, and where and when they wrote it.">
        <ListEditor
          path="testimonials"
          title="Testimonials"
          one="testimonial"
          items={draft.testimonials}
          fresh={() => ({ name: "", text: "", source: "", month: "" })}
          onChange={(testimonials) => change({ testimonials })}
        >
          {(item, changeItem, path, place) => (
            <ItemCard path={path} isNew={item.name === ""} title={item.name || `Testimonial ${place + 1}`}>
              <TextArea
                path={`${path}.text`}
                label="What they wrote"
                value={item.text}
                onChange={(text) => changeItem({ ...item, text })}
              />
              <TextLine
                path={`${path}.name`}
                label="Who"
                value={item.name}
                onChange={(name) => changeItem({ ...item, name })}
              />
              <div className="grid gap-4 sm:grid-cols-2">
                <TextLine
                  path={`${path}.source`}
                  label="Where"
                  placeholder="Guest book"
                  value={item.source}
                  onChange={(source) => changeItem({ ...item, source })}
                />
                <TextLine
                  path={`${path}.month`}
                  label="When"
                  placeholder="March 2026"
                  value={item.month}
                  onChange={(month) => changeItem({ ...item, month })}
                />
              </div>
            </ItemCard>
          )}
        </ListEditor>
      </Section>
    </>
  );
}
