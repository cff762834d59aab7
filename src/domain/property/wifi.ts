/**
 * The text of a QR code with which a phone can join the WiFi network (WPA, or open if there is no password); special
 * characters are escaped.
 */
export function wifiText(name: string, password: string): string {
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, (mark) => `\\${mark}`);
  return password === ""
    ? `WIFI:T:nopass;S:${escaped(name)};;`
    : `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`;
}
