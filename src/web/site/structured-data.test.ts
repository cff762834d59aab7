import { describe, expect, test } from "vitest";
import { addressOf } from "./structured-data.ts";

describe("an address is split into its parts", () => {
  test.each([
    [
      "14 Kitul Hill Road, Amunugama, Kandy 20800, Sri Lanka",
      {
        streetAddress: "14 Kitul Hill Road, Amunugama",
        addressLocality: "Kandy",
        postalCode: "20800",
        addressCountry: "Sri Lanka",
      },
    ],
    [
      "Rua da Praia 5, 8600-545 Lagos, Portugal",
      { streetAddress: "Rua da Praia 5", addressLocality: "Lagos", postalCode: "8600-545", addressCountry: "Portugal" },
    ],
    // Parts that are not given are not guessed.
    ["The old mill", { streetAddress: "The old mill" }],
  ])("%s", (address, parts) => {
    expect(addressOf(address)).toEqual({ "@type": "PostalAddress", ...parts });
  });
});
