import { Agent, request } from "node:http";

const CLIENTS = 50;

/** Books `total` stays through the two calls of SPEC 7 with 50 clients at once; answers bookings a second. */
export async function bookingsPerSecond(
  url: string,
  stays: { checkInDate: string; checkOutDate: string }[],
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const left = [...stays];
  const guest = JSON.stringify({ name: "Ann Perera", email: "ann@example.com", phone: "+94 77 123 4567" });

  const post = (path: string, body: string) =>
    new Promise<{ id: string }>((resolve, reject) => {
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      const call = request(url + path, { method: "POST", agent, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        answer.on("end", () =>
          answer.statusCode === 201 ? resolve(JSON.parse(text)) : reject(new Error(`${answer.statusCode}: ${text}`)),
        );
      });
      call.on("error", reject).end(body);
    });

  const client = async () => {
    for (let stay = left.pop(); stay; stay = left.pop()) {
      const { id } = await post("/api/guests", guest);
      const body = { propertyId: 1, guestId: id, guestCount: 2, status: "upcoming", ...stay };
      await post("/api/bookings", JSON.stringify(body));
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return stays.length / ((performance.now() - begun) / 1000);
}
