import { wifiText } from "#domain/property/wifi.ts";

/** The QR code of a WiFi network as SVG; few pages need one, so its library is loaded on first use. */
export async function wifiCode(name: string, password: string): Promise<string> {
  const { default: qrcode } = await import("qrcode");
  return qrcode.toString(wifiText(name, password), { type: "svg", errorCorrectionLevel: "M", margin: 2 });
}
