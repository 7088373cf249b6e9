import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { numericHost } from './access/numeric-host.ts';

export type Endpoint = { readonly host: string; readonly port: number };

export type Binding = {
  readonly endpoints: readonly Endpoint[];
  readonly warnings: readonly string[];
};

/**
 * Chooses the addresses to listen on: loopback, unless both `-rpcbind` and `-rpcallowip` are given
 * (httpserver.cpp, GetBindAddresses).
 */
export function chooseEndpoints(options: Options): Binding | Failure {
  const port = readPort(options);
  if (typeof port !== 'number') return port;
  const binds = options.list('rpcbind');
  const allowed = options.list('rpcallowip').length > 0;
  const endpoints: Endpoint[] = [];
  for (const bind of binds) {
    const endpoint = splitHostPort(bind, port);
    if (endpoint === undefined) return { error: `Invalid port specified in -rpcbind: '${bind}'` };
    endpoints.push(endpoint);
  }
  if (allowed && binds.length > 0) return withResolved(endpoints);
  const warnings: string[] = [];
  if (allowed)
    warnings.push(
      'Option -rpcallowip was specified without -rpcbind; this does not usually make sense: the server listens on loopback only. To listen elsewhere, also give -rpcbind=ADDRESS',
    );
  if (binds.length > 0)
    warnings.push(
      'Option -rpcbind was ignored because -rpcallowip was not specified, refusing to allow everyone to connect: the server listens on loopback only. To allow clients, also give -rpcallowip=ADDRESS',
    );
  return { endpoints: ['::1', '127.0.0.1'].map((host) => ({ host, port })), warnings };
}

function readPort(options: Options): number | Failure {
  const text = options.text('rpcport');
  if (text === undefined) return options.network.rpcPort;
  const port = parsePort(text);
  return port ?? { error: `Invalid port specified in -rpcport: '${text}'` };
}

function withResolved(endpoints: readonly Endpoint[]): Binding {
  const usable = endpoints.flatMap(({ host, port }) => {
    const address = numericHost(host);
    return address === undefined ? [] : { host: address, port };
  });
  const warnings = endpoints
    .filter(({ host }) => numericHost(host) === undefined)
    .map(({ host, port }) => `Could not bind RPC on address ${host} port ${port}: not an address`);
  if (usable.some(({ host }) => host === '0.0.0.0' || /^[0:]+$/.test(host)))
    warnings.push(
      'The RPC server is not safe to expose to untrusted networks such as the public internet',
    );
  return { endpoints: usable, warnings };
}

/**
 * Parses `host`, `host:port`, `[v6]`, `[v6]:port` or a bare IPv6 address. Returns `undefined` if
 * the port is invalid.
 */
export function splitHostPort(text: string, defaultPort: number): Endpoint | undefined {
  const colon = text.lastIndexOf(':');
  const bracketed = text.startsWith('[') && text[colon - 1] === ']';
  const single = colon !== -1 && text.indexOf(':') === colon;
  const hasPort = colon > 0 && (bracketed || single);
  const host = hasPort ? text.slice(0, colon) : text;
  const port = hasPort ? parsePort(text.slice(colon + 1)) : defaultPort;
  if (port === undefined) return undefined;
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port };
}

function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port > 0 && port < 0x10000 ? port : undefined;
}
