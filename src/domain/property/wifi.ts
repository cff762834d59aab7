/** What a phone's camera joins a network by: the text of a WiFi QR code (WPA), with the marks of the form escaped. */
export function wifiText(name: string, password: string): string {
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, (mark) => `\\${mark}`);
  return password === ""
    ? `WIFI:T:nopass;S:${escaped(name)};;`
    : `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`;
}
