import { expect, test } from "vitest";
import { suggestedCategory, titleFromFileName } from "./photo-name.ts";

test("a file named by a person suggests a title, one named by a camera does not", () => {
  const titles = {
    "veranda-at_sunrise.jpg": "Veranda at sunrise",
    "Kitchen.HEIC": "Kitchen",
    "Blick über den See.png": "Blick über den See",
    "bedroom 2.webp": "Bedroom 2",
  };
  for (const [name, title] of Object.entries(titles)) expect(titleFromFileName(name)).toBe(title);
  const machines = [
    "IMG_1234.jpg",
    "IMG_1234 (1).JPG",
    "DSC00012.JPG",
    "DSCF0012.jpg",
    "PXL_20260801_101112.jpg",
    "20260801_101112.jpg",
    "WhatsApp Image 2026-08-01 at 10.11.12.jpeg",
    "image.png",
    "Screenshot 2026-08-01 at 10.11.12 PM.png",
    "6f1c2d3e-aaaa-bbbb-cccc-0123456789ab.jpg",
    "",
  ];
  for (const name of machines) expect([name, titleFromFileName(name)]).toEqual([name, ""]);
});

test("a long name is shortened to the maximum length of a title", () => {
  expect(titleFromFileName(`${"garden ".repeat(40)}.jpg`).length).toBeLessThanOrEqual(120);
});

test("a title suggests a category if it contains one of the category's words", () => {
  expect(suggestedCategory("The twin bedroom")).toBe("Bedroom");
  expect(suggestedCategory("Bathroom with shower")).toBe("Bathroom");
  expect(suggestedCategory("Breakfast in the garden")).toBe("Kitchen");
  expect(suggestedCategory("Tea on the veranda")).toBe("Exterior");
  expect(suggestedCategory("Our dog")).toBeNull();
});
