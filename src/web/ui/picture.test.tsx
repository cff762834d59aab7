import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createQueryClient } from "../api/client.ts";
import { Picture } from "./picture.tsx";

const URL = "/pictures/abcdefghijklmnopqrstuv/1200.jpg";
const FACTS = { width: 1920, height: 1440, tiny: "data:image/webp;base64,AA", focusX: 30, focusY: 70 };

function draw(formats: string[], props: { first?: boolean; src?: string } = {}): string {
  const client = createQueryClient();
  client.setQueryData(["/api/site"], { pictures: [{ url: URL, ...FACTS, formats }] });
  return renderToString(
    <QueryClientProvider client={client}>
      <Picture src={URL} alt="The gate" width={960} height={720} sizes="50vw" {...props} />
    </QueryClientProvider>,
  );
}

test("a page offers the available formats, in every width, and reserves the picture's space", () => {
  const html = draw(["webp", "avif"]);
  expect(html.indexOf('type="image/avif"')).toBeLessThan(html.indexOf('type="image/webp"'));
  for (const one of [480, 768, 1200, 1920])
    for (const format of ["avif", "webp", "jpg"]) expect(html).toContain(`${one}.${format} ${one}w`);
  expect(html).toContain('sizes="50vw"');
  expect(html).toContain('width="1920" height="1440"');
  expect(html).toContain('loading="lazy"');
  expect(html).toMatch(/focus-x-30 focus-y-70/);
  expect(html).not.toContain("style=");
  expect(draw([])).not.toMatch(/image\/(avif|webp)"/);
});

test("the first picture of a page is preloaded in its best format and not loaded lazily", () => {
  const html = draw(["webp", "avif"], { first: true });
  expect(html).toMatch(/^<link rel="preload" as="image" type="image\/avif"[^>]*1920\.avif 1920w/);
  expect(html).not.toContain('loading="lazy"');
  expect(draw(["webp"], { first: true })).toMatch(/^<link rel="preload"[^>]*type="image\/webp"/);
});

test("a drawing is rendered as a single plain image", () => {
  const html = draw(["avif"], { src: "/drawings/cottage/hero.svg" });
  expect(html).toMatch(/^<img src="\/drawings\/cottage\/hero.svg" alt="The gate" width="960" height="720"/);
  expect(html.split("<")).toHaveLength(2);
});
