import { expect, test } from "vitest";
import { isTooLarge } from "./image-limits.ts";
import { picturesIn, pictureUrl, srcSet, widthsOf } from "./picture.ts";
import { sniff } from "./sniff.ts";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const png = (...chunks: string[]) => bytes(`\x89PNG\r\n\x1a\n${chunks.map((name) => `\0\0\0\0${name}CRC!`).join("")}`);

test("the first bytes, not the name, determine the file type", () => {
  const kinds = [
    ["\xff\xd8\xff\xe0", "jpeg"],
    ["RIFF\0\0\0\0WEBPVP8 ", "webp"],
    ["RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02", "animated"],
    ["RIFF\0\0\0\0WAVE", "unknown"],
    ["GIF89a", "gif"],
    ["\0\0\0\x1cftypavif", "avif"],
    ["\0\0\0\x1cftypmif1\0\0\0\0avif", "avif"],
    ["\0\0\0\x1cftypheic", "heic"],
    ["\0\0\0\x1cftypisom", "video"],
    ["<?xml version='1.0'?><svg xmlns=''>", "svg"],
    ["<!doctype html>", "unknown"],
    ["", "empty"],
  ] as const;
  for (const [start, kind] of kinds) expect(sniff(bytes(start)), start).toBe(kind);
  expect(sniff(png("IHDR", "IDAT"))).toBe("png");
  expect(sniff(png("IHDR", "acTL", "IDAT"))).toBe("animated");
});

test("a picture that would need more memory than the child process has is refused based on its header alone", () => {
  const image = { format: "jpeg", width: 8000, height: 6000, channels: 3, depth: 1, progressive: false };
  expect(isTooLarge(image)).toBe(false);
  expect(isTooLarge({ ...image, progressive: true })).toBe(true);
  expect(isTooLarge({ ...image, width: 8400 })).toBe(true);
  expect(isTooLarge({ ...image, format: "png", progressive: true })).toBe(true);
  expect(isTooLarge({ ...image, format: "webp", channels: 4 })).toBe(true);
});

test("no generated file is wider than the picture, and the content links to a medium-sized JPEG", () => {
  expect(widthsOf(4000)).toEqual([480, 768, 1200, 1920]);
  expect(widthsOf(1200)).toEqual([480, 768, 1200]);
  expect(widthsOf(900)).toEqual([480, 768, 900]);
  expect(widthsOf(100)).toEqual([100]);
  const url = pictureUrl("abcdefghijklmnopqrstuv", 1920);
  expect(url).toBe("/pictures/abcdefghijklmnopqrstuv/1200.jpg");
  expect(srcSet(url, 500, "avif")).toBe(
    "/pictures/abcdefghijklmnopqrstuv/480.avif 480w, /pictures/abcdefghijklmnopqrstuv/500.avif 500w",
  );
  expect(picturesIn(`{"a":"${url}","b":"${url}","c":"/drawings/x.svg"}`)).toEqual(["abcdefghijklmnopqrstuv"]);
});
