import { fieldsOf } from "../frame/binding.ts";
import { Section } from "../settings/section.tsx";
import { useEditor } from "./editor-context.ts";
import { TextLine } from "./text-line.tsx";

/** SPEC 2 */
export function ContactSection() {
  const contact = fieldsOf(useEditor().field("contact"));
  const social = fieldsOf(contact("social"));
  return (
    <Section
      title="Contact"
      about="Shown at the bottom of every page and on the guest information page. Empty links are hidden."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextLine {...contact("streetAddress")} label="Street address" className="sm:col-span-2" />
        <TextLine {...contact("phone")} label="Phone" type="tel" />
        <TextLine {...contact("email")} label="Email" type="email" />
        <TextLine {...social("facebook")} label="Facebook page" inputMode="url" />
        <TextLine {...social("instagram")} label="Instagram profile" inputMode="url" />
        <TextLine
          {...social("whatsapp")}
          label="WhatsApp chat"
          hint="https://wa.me/ and the number with its country code, such as https://wa.me/447700900123."
          inputMode="url"
          className="sm:col-span-2"
        />
      </div>
    </Section>
  );
}
