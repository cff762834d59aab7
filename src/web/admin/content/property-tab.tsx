import { rateFromText, rateText } from "#domain/property/property.ts";
import type { Binding } from "../frame/binding.ts";
import { Section } from "../settings/section.tsx";
import { ContactSection } from "./contact-section.tsx";
import { useEditor } from "./editor-context.ts";
import { ListEditor } from "./list-editor.tsx";
import { wholeOrZero } from "./preview/overlay.ts";
import { HostSection, OfferSection } from "./host-section.tsx";
import { PieceVisibility } from "./piece-visibility.tsx";
import { RoomsSection } from "./rooms-section.tsx";
import { LongText, SentenceLine, TextArea, TextLine } from "./text-line.tsx";
import { TranslationsSection } from "./translations-section.tsx";
import { TestimonialsSection } from "./testimonials-section.tsx";

/** SPEC 2 */
export function PropertyTab() {
  const { draft, field, currency } = useEditor();
  const cents = rateFromText(draft.rate, currency);
  return (
    <>
      <Section title="The cottage" about="Shown on the home page. The rate applies to new bookings.">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextLine {...field("name")} label="Name" />
          <TextLine {...field("location")} label="Location" />
          <LongText {...field("description")} label="Description" className="sm:col-span-2" />
          <TextLine
            {...field("rate")}
            label={`Rate per night (${currency})`}
            hint={
              cents === null
                ? "For example 150 or 149.50."
                : `Guests read “${rateText(cents, currency)}”, or “From …” if some nights have another price. Existing bookings keep their price.`
            }
            inputMode="decimal"
            className="sm:col-span-2"
          />
          <RoomCount {...field("bedrooms")} label="Bedrooms" />
          <RoomCount {...field("bathrooms")} label="Bathrooms" />
        </div>
      </Section>
      <Section title="Amenities" about="Shown on the home page and the guest information page, and to search engines.">
        <ListEditor
          {...field("amenities")}
          title="What the cottage offers"
          one="amenity"
          hint="A line that ends with a colon, such as “Kitchen:”, starts a group."
          fresh={() => ""}
        >
          {(item, place) => <SentenceLine {...item} label={`Amenity ${place + 1}`} />}
        </ListEditor>
      </Section>
      <RoomsSection />
      <HostSection />
      <OfferSection />
      <TestimonialsSection />
      <ContactSection />
      <Section title="Search engines" about="Shown under your site's name in search results and shared links.">
        <TextArea
          {...field("metaDescription")}
          label="Description for search engines"
          hint={`About 160 characters are shown; this has ${draft.metaDescription.length}.`}
        />
      </Section>
      <PieceVisibility tab="property" />
      <TranslationsSection />
    </>
  );
}

/** SPEC 5: an invalid entry counts as 0. */
function RoomCount(props: Binding<string> & { label: string }) {
  const count = wholeOrZero(props.value);
  const taken = String(count) === props.value.trim();
  return <TextLine {...props} inputMode="numeric" hint={taken ? undefined : `This will be saved as ${count}.`} />;
}
