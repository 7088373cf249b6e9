import type { Options } from '../../options/load.ts';
import { type OptionSpec, option } from '../../options/option-specs.ts';
import type { Failure } from '../../options/parse-command-line.ts';
import { isPrivateHost } from '../private-host.ts';

/** An Electrum server. Plain data, so that it can be passed to a worker. */
export type ElectrumAddress = {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /**
   * SHA-256 of the only accepted certificate, 64 hex digits. Absent: a certificate authority must
   * have signed it.
   */
  readonly fingerprint?: string;
};

export const electrumOptionSpecs: readonly OptionSpec[] = [
  option(
    'electrum=<host:port>',
    'The Electrum server to ask about coins and to send transactions to, used instead of a node. With TLS, write ssl://host:port or host:port:s. Without TLS (tcp://, :t) it must be on this machine or a private network',
    { networkOnly: true },
  ),
  option(
    'electrumfingerprint=<sha256>',
    "The SHA-256 fingerprint of the Electrum server's certificate, if no authority has signed it. No other certificate is accepted",
    { networkOnly: true },
  ),
];

/** Returns the Electrum server, or `undefined` if there is none. */
export function readElectrumAddress(options: Options): ElectrumAddress | Failure | undefined {
  const text = options.isNegated('electrum') ? undefined : options.text('electrum');
  const pin = options.text('electrumfingerprint');
  if (text === undefined) return undefined;
  const address = parseElectrumAddress(text);
  if ('error' in address || pin === undefined) return address;
  const fingerprint = pin.replace(/:/g, '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(fingerprint)) {
    return { error: 'Invalid -electrumfingerprint: it is a SHA-256, 64 hexadecimal digits' };
  }
  if (!address.tls) {
    return { error: '-electrumfingerprint is of a certificate: write -electrum=ssl://host:port' };
  }
  return { ...address, fingerprint };
}

const FORM = /^(?:(ssl|tcp|tls):\/\/)?(\[[0-9a-f:.]+\]|[^\s:/[\]]+):(\d{1,5})(?::([st]))?\/?$/i;

export function parseElectrumAddress(text: string): ElectrumAddress | Failure {
  const [, scheme, host = '', digits = '', letter] = FORM.exec(text.trim()) ?? [];
  const port = Number(digits);
  if (host === '' || port < 1 || port > 65_535) {
    return {
      error: `Invalid -electrum "${text}": write ssl://host:port, or host:port:s for TLS and host:port:t without`,
    };
  }
  const said = (letter ?? scheme?.slice(0, 1))?.toLowerCase();
  const isPlain = said === undefined || (said === 't' && scheme?.toLowerCase() !== 'tls');
  const name = host.replace(/^\[|\]$/g, '');
  if (!isPlain) return { host: name, port, tls: true };
  if (isPrivateHost(host)) return { host: name, port, tls: false };
  return {
    error:
      `-electrum=${text} is without TLS: everybody on the way to it could see your addresses and change the answers. ` +
      `Write ssl://${host}:${port}; the port for TLS is mostly 50002`,
  };
}
