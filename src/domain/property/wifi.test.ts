import { expect, test } from "vitest";
import { wifiText } from "./wifi.ts";

test("special characters in names and passwords are escaped", () => {
  expect(wifiText("Kitul Hill", "tea and mist")).toBe("WIFI:T:WPA;S:Kitul Hill;P:tea and mist;;");
  expect(wifiText('a;b,c:"d"', "back\\slash")).toBe('WIFI:T:WPA;S:a\\;b\\,c\\:\\"d\\";P:back\\\\slash;;');
  expect(wifiText("open", "")).toBe("WIFI:T:nopass;S:open;;");
});
