import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { ElectrumHandlers, ElectrumTransport } from '../../../servers/electrum-client.ts';
import { isSourceError, sourceError } from '../../../servers/source-error.ts';
import type { ElectrumAddress } from './electrum-address.ts';

/** Longest line in characters. */
const MOST_LENGTH = 20_000_000;

/**
 * Connects by a raw socket with one message per line. Certificates are verified, or must match the
 * configured one.
 */
export function socketTransport(address: ElectrumAddress): ElectrumTransport {
  return (handlers) =>
    new Promise((resolve, reject) => {
      const socket = address.tls ? openTls(address) : connectPlain(address);
      const fail = (error: Error) => {
        const failure = connectionError(error, address);
        reject(failure);
        handlers.onClose(failure);
      };
      socket.on('error', fail);
      socket.on('close', () => fail(new Error('the server ended it')));
      socket.once(address.tls ? 'secureConnect' : 'connect', () => {
        const stranger = address.tls ? strangerOf(socket as TLSSocket, address) : undefined;
        if (stranger !== undefined) {
          socket.destroy(stranger);
          return;
        }
        readLines(socket, handlers);
        socket.setNoDelay(true);
        resolve({
          send: (message) => void socket.write(`${message}\n`),
          close: () => void socket.destroy(),
        });
      });
    });
}

function openTls({ host, port, fingerprint }: ElectrumAddress): TLSSocket {
  return connectTls({
    host,
    port,
    // The TLS server name (SNI) must be a name, not an address.
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: fingerprint === undefined,
    minVersion: 'TLSv1.2',
  });
}

/** Returns an error if the certificate is not the configured one. Called before any request. */
function strangerOf(socket: TLSSocket, { host, fingerprint }: ElectrumAddress): Error | undefined {
  const shown = socket.getPeerCertificate().fingerprint256.replace(/:/g, '').toLowerCase();
  if (fingerprint === undefined || shown === fingerprint) return undefined;
  return sourceError(
    'SOURCE_FALSE',
    `${host} shows another certificate than the one of -electrumfingerprint`,
    'Ask the owner of the server whether it has a new certificate; until then, do not use it',
  );
}

function readLines(socket: Socket, { onMessage }: ElectrumHandlers): void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  socket.on('data', (chunk: Buffer) => {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    parts.push(first);
    length += first.length;
    for (const next of others) {
      const line = parts.join('');
      if (line.trim() !== '') onMessage(line);
      parts = [next];
      length = next.length;
    }
    if (length <= MOST_LENGTH) return;
    socket.destroy(
      sourceError('SOURCE_TOO_LARGE', `The server sent more than ${MOST_LENGTH} characters`),
    );
  });
}

/** OpenSSL's codes for certificates without a trusted issuer. */
const UNSIGNED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function connectionError(error: Error, { host, port }: ElectrumAddress): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (isSourceError(error)) return error;
  if (UNSIGNED.has(code)) {
    return sourceError(
      'SOURCE_UNREACHABLE',
      `${host}:${port}: no authority has signed the server's certificate (${code})`,
      "If it is meant to be so, ask the server's owner for the SHA-256 fingerprint (there: openssl x509 -noout -fingerprint -sha256 -in its certificate) and name it with -electrumfingerprint=",
    );
  }
  if (code.startsWith('ERR_SSL')) {
    return sourceError(
      'SOURCE_UNREACHABLE',
      `${host}:${port} does not speak TLS (${code})`,
      'Look for the port with TLS, mostly 50002',
    );
  }
  return sourceError('SOURCE_UNREACHABLE', `${host}:${port}: ${error.message}`);
}
