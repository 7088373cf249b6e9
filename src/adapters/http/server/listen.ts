import type { Handler } from '../calls/handler.ts';
import type { ServerConfig } from '../config.ts';
import type { Endpoint } from '../endpoints.ts';
import { logged, type StartFailure, shown } from '../start-failure.ts';
import { createBodyBudget } from './body.ts';
import { createHttpServer, type HttpServer } from './server.ts';

export type Listeners = {
  readonly servers: readonly HttpServer[];
  /** Present if no endpoint could be opened, or a port is taken. Then no server is left open. */
  readonly failure?: StartFailure;
};

/**
 * Opens every endpoint. Like the node, skips an address that this machine does not have, with a
 * warning.
 */
export async function listenOnAll(
  config: ServerConfig,
  handler: Handler,
  log: (line: string) => void,
): Promise<Listeners> {
  const servers: HttpServer[] = [];
  const reception = { handler, budget: createBodyBudget(), deadline: config.bodyDeadline };
  for (const endpoint of config.binding.endpoints) {
    const where = `address ${endpoint.host} port ${endpoint.port}`;
    log(`Binding RPC on ${where}`);
    const server = createHttpServer(config, reception);
    const failure = await open(server, endpoint);
    if (failure === undefined) servers.push(server);
    else if (failure === 'EADDRINUSE') return giveUp(servers, inUse(endpoint));
    else log(`Binding RPC on ${where} failed: ${failure}`);
  }
  if (servers.length === 0) {
    return giveUp(servers, logged('Unable to bind any endpoint for RPC server'));
  }
  return { servers };
}

/**
 * Fails if a port is in use. The node would continue with the other loopback address, so that
 * clients could reach either program.
 */
function inUse({ host, port }: Endpoint): StartFailure {
  const address = host.includes(':') ? `[${host}]` : host;
  return shown(
    `Unable to bind to ${address}:${port} on this computer. coldsign or a node is probably already running.`,
  );
}

async function giveUp(servers: readonly HttpServer[], failure: StartFailure): Promise<Listeners> {
  await Promise.all(servers.map((server) => server.close()));
  return { servers: [], failure };
}

/** Opens a server. Resolves to the system's error code, such as EADDRINUSE, if it fails. */
function open({ server }: HttpServer, { host, port }: Endpoint): Promise<string | undefined> {
  return new Promise((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.name));
    server.listen({ host, port, ipv6Only: host.includes(':') }, () => done(undefined));
  });
}
