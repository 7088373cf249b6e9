import { createConnection } from 'node:net';
import type { Bytes } from '../../encoding/bytes.ts';
import type { Options } from '../options/load.ts';
import { type OptionSpec, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import type { AskResolver } from './collect-proof.ts';

export const resolverOptions: readonly OptionSpec[] = [
  option(
    'doh=<url>',
    'A DNS server over HTTPS (RFC 8484), such as https://server.example/dns-query. It learns the name',
  ),
  option('resolver=<host[:port]>', 'A DNS resolver, asked over TCP (default port: 53)'),
];

/** Milliseconds for one answer. */
const PATIENCE = 15_000;
const LARGEST = 65_535;

/** Reads which server to ask. There is no default, because the server learns the name. */
export function readResolver(options: Options): AskResolver | Failure {
  const [doh, resolver] = [options.text('doh'), options.text('resolver')];
  if ((doh === undefined) === (resolver === undefined)) {
    return {
      error:
        'prove-name needs -doh=<url> or -resolver=<host[:port]>: a server that may learn the name',
    };
  }
  if (doh !== undefined) return readDoh(doh);
  const [, host = '', , port = '53'] =
    /^(\[[^\]]+\]|[^:]+)(:(\d{1,5}))?$/.exec(resolver ?? '') ?? [];
  if (host === '' || Number(port) > 65_535) {
    return { error: `-resolver=${resolver} is not a host with a port: write 192.0.2.1:53` };
  }
  return (message) => askTcp(message, host.replace(/[[\]]/g, ''), Number(port));
}

function readDoh(text: string): AskResolver | Failure {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '');
  const isSecret = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url === undefined || !isSecret || url.username !== '' || url.password !== '') {
    return { error: `-doh=${text} is not an https address of a DNS server` };
  }
  return async (message) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/dns-message', accept: 'application/dns-message' },
      body: Uint8Array.from(message),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    }).catch((_unreachable: unknown) => undefined);
    if (reply === undefined)
      throw new Error(`${url.host} did not answer. Check the address and the network`);
    if (!reply.ok)
      throw new Error(
        `${url.host} answered HTTP ${reply.status}. Check the address, or use another server`,
      );
    const body = new Uint8Array(await reply.arrayBuffer());
    if (body.length > LARGEST)
      throw new Error(`${url.host} sent too much data. Use another server`);
    return body;
  };
}

/** RFC 1035, 4.2.2: a message behind its length. */
function askTcp(message: Bytes, host: string, port: number): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port });
    const fail = () => {
      socket.destroy();
      reject(
        new Error(`The resolver ${host}:${port} did not answer. Check the address and the network`),
      );
    };
    let received = Buffer.alloc(0);
    socket.setTimeout(PATIENCE, fail);
    socket.once('error', fail);
    socket.once('close', fail);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      const length = received.length >= 2 ? received.readUInt16BE(0) : LARGEST;
      if (received.length < length + 2) return;
      resolve(Uint8Array.from(received.subarray(2, length + 2)));
      socket.destroy();
    });
    socket.write(
      Buffer.concat([Buffer.from([message.length >> 8, message.length & 0xff]), message]),
    );
  });
}
