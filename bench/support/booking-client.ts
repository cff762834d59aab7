import { Agent, request } from "node:http";

const CLIENTS = 50;
const GUEST = JSON.stringify({ name: "Ann Perera", email: "ann@example.com", phone: "+94 77 123 4567" });

type Dates = { checkInDate: string; checkOutDate: string };

/**
 * Books with the two API calls in SPEC 7. Returns the attempts per second. `expected` is 201 for free nights and 409
 * for taken ones; any other response ends the run.
 */
export async function attemptsPerSecond(
  url: string,
  stays: Dates[],
  expected: 201 | 409,
  clients = CLIENTS,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const left = [...stays];

  const post = (path: string, body: string, expectedStatus: number) =>
    new Promise<{ id: string }>((resolve, reject) => {
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      const call = request(url + path, { method: "POST", agent, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          response.statusCode === expectedStatus
            ? resolve(JSON.parse(text))
            : reject(new Error(`${response.statusCode ?? 0}: ${text}`)),
        );
      });
      call.on("error", reject).end(body);
    });

  const client = async () => {
    for (let stay = left.pop(); stay; stay = left.pop()) {
      const { id } = await post("/api/guests", GUEST, 201);
      const body = { propertyId: 1, guestId: id, guestCount: 2, status: "upcoming", ...stay };
      await post("/api/bookings", JSON.stringify(body), expected);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return stays.length / ((performance.now() - begun) / 1000);
}
