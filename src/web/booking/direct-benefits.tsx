const BENEFITS = [
  "The price you see is the price you pay: no booking fees, no platform commission.",
  "You deal with your host directly.",
  "Free cancellation until 48 hours before check-in.",
  "You can change or cancel your stay yourself, online.",
];

/** SPEC 2: beside the direct form. Only what is true of every direct booking. */
export function DirectBenefits() {
  return (
    <section aria-labelledby="benefits-title" className="space-y-3 rounded-3xl border border-line bg-sunken p-5 sm:p-6">
      <h2 id="benefits-title" className="serif text-xl">
        Why book direct
      </h2>
      <ul className="list-disc space-y-2 pl-5">
        {BENEFITS.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
    </section>
  );
}
