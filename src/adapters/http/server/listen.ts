import type { Handler } from '../calls/handler.ts';
import type { ServerConfig } from '../config.ts';
import type { Endpoint } from '../endpoints.ts';
import { logged, type StartFailure, told } from '../start-failure.ts';
import { createBodyBudget } from './body.ts';
import { createHttpServer, type HttpServer } from './server.ts';

export type Listeners = {
  readonly servers: readonly HttpServer[];
  /** Set when nothing could be opened, or a port is taken: then no server is left open. */
  readonly failure?: StartFailure;
};

/**
 * Opens every endpoint. An address that this machine does not have is passed over with a warning,
 * as in the node.
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
 * The node would go on with the other loopback address; then a client may reach one program or the
 * other.
 */
function inUse({ host, port }: Endpoint): StartFailure {
  const address = host.includes(':') ? `[${host}]` : host;
  return told(
    `Unable to bind to ${address}:${port} on this computer. coldsign or a node is probably already running.`,
  );
}

async function giveUp(servers: readonly HttpServer[], failure: StartFailure): Promise<Listeners> {
  await Promise.all(servers.map((server) => server.close()));
  return { servers: [], failure };
}

/** The system's name of the failure, such as EADDRINUSE. */
function open({ server }: HttpServer, { host, port }: Endpoint): Promise<string | undefined> {
  return new Promise((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.name));
    server.listen({ host, port, ipv6Only: host.includes(':') }, () => done(undefined));
  });
}
