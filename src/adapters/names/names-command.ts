import { randomInt } from 'node:crypto';
import { createConnection } from 'node:net';
import { resolve } from 'node:path';
import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { explainName, findNameProof } from '../../names/explain-name.ts';
import { writeNameProof } from '../../names/name-proof.ts';
import { type Command, type CommandCall, runCommand } from '../cli/command.ts';
import type { Terminal } from '../cli/terminal.ts';
import { writeDurably } from '../files/durable-write.ts';
import { isCode, systemMessage } from '../files/errors.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import { commonOptions, type OptionSpec, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { clockOf, clockOptionSpecs } from '../runtime/clock.ts';
import type { AskResolver } from './collect-proof.ts';
import { collectProof } from './collect-proof.ts';
import { rootKeyOptions } from './root-key-options.ts';
import { readRootKeyFile } from './root-keys.ts';

const resolverOptions: readonly OptionSpec[] = [
  option(
    'doh=<url>',
    'A DNS server over HTTPS (RFC 8484), such as https://server.example/dns-query. It learns the name',
  ),
  option('resolver=<host[:port]>', 'A DNS resolver, asked over TCP (default port: 53)'),
];

const command: Command = {
  about:
    'Asks the DNS whom a payment name such as bob@example.com pays, verifies the answer with the keys of the DNS root, and writes the proof to a file.',
  usage:
    'Usage: coldsign prove-name user@domain -doh=<url> [-out=<file>]\nor:    coldsign prove-name user@domain -resolver=<host[:port]> [-out=<file>]',
  options: [
    ...commonOptions,
    ...resolverOptions,
    option('out=<file>', 'The proof file to write (default: NAME.proof)'),
    ...rootKeyOptions,
    ...clockOptionSpecs,
  ],
};

/**
 * Runs `coldsign prove-name user@domain`: writes the proof of a payment name (BIP353) for a machine
 * without a network. Resolves to the exit status.
 */
export const runProveName = (args: readonly string[], given: Terminal): Promise<number> =>
  runCommand(command, args, given, proveName);

async function proveName({ options, words, terminal }: CommandCall): Promise<number | Failure> {
  const [name, ...more] = words;
  if (name === undefined || more.length > 0) {
    return { error: `prove-name needs one name\n${command.usage}` };
  }
  const ask = readResolver(options);
  if ('error' in ask) return ask;
  const roots = readRootKeyFile(options);
  if (roots !== undefined && 'error' in roots) return roots;
  const proof = await collectProof(name.replace(/^₿/, ''), ask, () => randomInt(65_536));
  if ('error' in proof) return proof;
  const now = clockOf(options).now();
  const { isProven, lines } = explainName(
    proof,
    now,
    { network: options.network, secp256k1: kernelSecp256k1 },
    roots,
  );
  terminal.out(`${lines.join('\n')}\n`);
  if (!isProven) return { error: 'The name is not proven: nothing was written' };
  const path = resolve(options.text('out') ?? `${proof.name.replace(/[^\w.@-]/g, '_')}.proof`);
  if (isOther(path)) {
    return { error: `${path} exists and is not a proof. Choose another name with -out` };
  }
  try {
    await writeDurably(path, [writeNameProof(proof)]);
  } catch (error) {
    return { error: `${path} cannot be written: ${systemMessage(error)}` };
  }
  terminal.out(`${path}: take it to the other machine, and run coldsign check\n`);
  return 0;
}

/** Returns true if the file exists and is not a proof. */
function isOther(path: string): boolean {
  try {
    return findNameProof(readRegularFileSync(path)) === undefined;
  } catch (error) {
    return !isCode(error, 'ENOENT');
  }
}

/** Milliseconds for one answer. */
const PATIENCE = 15_000;
const LARGEST = 65_535;

/** Reads the server to query. There is no default, because the server learns the name. */
function readResolver(options: Options): AskResolver | Failure {
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

/** Sends a message over TCP, after its length (RFC 1035, 4.2.2). */
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
