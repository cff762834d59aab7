import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A TCP proxy in front of a server. While it is frozen, connections stay open, but no data passes. */
export type TcpGate = { port: number; freeze: () => void; thaw: () => void; close: () => Promise<void> };

export async function openTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  const pairs = new Set<[Socket, Socket]>();
  let frozen = false;
  const server = createServer((inside) => {
    const outside = connect(target.port, target.host);
    const pair: [Socket, Socket] = [inside, outside];
    pairs.add(pair);
    for (const [from, to] of [pair, [outside, inside]] as const) {
      from.on("error", () => to.destroy());
      from.on("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
      from.pipe(to);
      if (frozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const all = () => [...pairs].flat();
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      frozen = true;
      for (const [inside, outside] of pairs) {
        inside.unpipe(outside).pause();
        outside.unpipe(inside).pause();
      }
    },
    thaw: () => {
      frozen = false;
      for (const socket of all()) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of all()) socket.destroy();
      }),
  };
}
