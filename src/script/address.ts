import { decodeBase58Check, encodeBase58Check } from '../crypto/base58check.ts';
import { decodeBase58 } from '../encoding/base58.ts';
import { type Bech32, convertBits, decodeBech32, encodeBech32 } from '../encoding/bech32.ts';
import { locateBech32Errors } from '../encoding/bech32-errors.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import { type Network, type NetworkName, networkOf, networks } from '../encoding/network.ts';
import { p2pkhScript, p2shScript, witnessScript } from './builders.ts';
import { matchWitnessProgram } from './script.ts';
import { solveScript } from './templates.ts';

/**
 * The error of an invalid address: Core's message in `validateaddress`, and the suspected positions
 * in bech32 text.
 */
type AddressFault = {
  /** Core's message. */
  readonly error: string;
  /** Positions from 0; empty if they are unknown, and for base58. */
  readonly errorLocations: readonly number[];
};

/**
 * Returns the scriptPubKey of an address on this network (key_io.cpp, `DecodeDestination`).
 *
 * @param text - Base58 (P2PKH, P2SH), bech32 (BIP173) or bech32m (BIP350).
 * @param network - Its name, or the network. Only its addresses are accepted.
 */
export function decodeAddress(text: string, network: NetworkName | Network): Bytes | AddressFault {
  const chain = networkOf(network);
  // "Note this will be false if it is a valid Bech32 address for a different network"
  const prefix = text.slice(0, chain.hrp.length).toLowerCase();
  return prefix === chain.hrp ? decodeSegwit(text, chain) : decodeLegacy(text, chain);
}

/**
 * Returns the hint for an address that this network does not have: it names the networks that have
 * it, or is `otherwise`. Networks for tests share their formats.
 */
export function foreignAddressHint(text: string, { name }: Network, otherwise: string): string {
  const others = Object.values(networks).filter((each) => !('error' in decodeAddress(text, each)));
  const names = others.map((each) => each.name).join(', ');
  return names === ''
    ? otherwise
    : `It is an address of ${names.replace(/, (?=[^,]*$)/, ' or ')}: do not pay it on ${name}.`;
}

const fault = (error: string): AddressFault => ({ error, errorLocations: [] });

const HASH_SIZE = 20;

function decodeLegacy(text: string, network: Network): Bytes | AddressFault {
  const data = decodeBase58Check(text, HASH_SIZE + 1);
  if (data === undefined) {
    return decodeBase58(text, 100) === undefined
      ? fault('Invalid or unsupported Segwit (Bech32) or Base58 encoding.')
      : fault('Invalid checksum or length of Base58 address (P2PKH or P2SH)');
  }
  const [version] = data;
  const hash = data.subarray(1);
  if (version !== network.pubKeyHash && version !== network.scriptHash) {
    return fault('Invalid or unsupported Base58-encoded address.');
  }
  if (hash.length !== HASH_SIZE) {
    return fault('Invalid length for Base58 address (P2PKH or P2SH)');
  }
  return version === network.pubKeyHash ? p2pkhScript(hash) : p2shScript(hash);
}

function decodeSegwit(text: string, network: Network): Bytes | AddressFault {
  const decoded = decodeBech32(text);
  if (decoded === undefined) {
    const { error, positions } = locateBech32Errors(text);
    return { error, errorLocations: positions };
  }
  const [version, ...rest] = decoded.values;
  if (version === undefined) return fault('Empty Bech32 data section');
  if (decoded.hrp !== network.hrp) {
    return fault(
      `Invalid or unsupported prefix for Segwit (Bech32) address (expected ${network.hrp}, got ${decoded.hrp}).`,
    );
  }
  const program = convertBits(rest, 5, 8, false);
  const error = checksumFault(version, decoded.encoding) ?? programFault(version, program);
  if (error !== undefined) return fault(error);
  invariant(program !== undefined, 'a program that is none has a fault');
  return witnessScript(version, program);
}

function checksumFault(version: number, encoding: Bech32['encoding']): string | undefined {
  if (version === 0 && encoding !== 'bech32') {
    return 'Version 0 witness address must use Bech32 checksum';
  }
  if (version !== 0 && encoding !== 'bech32m') {
    return 'Version 1+ witness address must use Bech32m checksum';
  }
  return undefined;
}

function programFault(version: number, program: Bytes | undefined): string | undefined {
  if (program === undefined) return 'Invalid padding in Bech32 data section';
  const { length } = program;
  const size = `(${length} ${length === 1 ? 'byte' : 'bytes'})`;
  if (version === 0) {
    return length === 20 || length === 32
      ? undefined
      : `Invalid Bech32 v0 address program size ${size}, per BIP141`;
  }
  if (version > 16) return 'Invalid Bech32 address witness version';
  return length < 2 || length > 40 ? `Invalid Bech32 address program size ${size}` : undefined;
}

/**
 * Formats the address of a script; `undefined` if it has none (P2PK, multisig, data ...). Core:
 * EncodeDestination (key_io.cpp).
 *
 * @param scriptPubKey - The complete script of an output.
 * @param network - Its name, or the network. It determines the prefix.
 */
export function formatAddress(
  scriptPubKey: Bytes,
  network: NetworkName | Network,
): string | undefined {
  const { hrp, pubKeyHash, scriptHash } = networkOf(network);
  const template = solveScript(scriptPubKey);
  if (template.kind === 'pubkeyhash') return formatBase58(pubKeyHash, template.hash);
  if (template.kind === 'scripthash') return formatBase58(scriptHash, template.hash);
  const witness = matchWitnessProgram(scriptPubKey);
  if (witness === undefined || template.kind === 'nonstandard') return undefined;
  const values = convertBits(witness.program, 8, 5, true);
  invariant(values !== undefined, 'padded groups always fit');
  return encodeBech32(
    witness.version === 0 ? 'bech32' : 'bech32m',
    hrp,
    concatBytes(Uint8Array.of(witness.version), values),
  );
}

function formatBase58(version: number, hash: Bytes): string {
  return encodeBase58Check(concatBytes(Uint8Array.of(version), hash));
}

/** Formats an address in groups of four characters, such as `bcrt 1qw5 08d6`. */
export function groupsOfFour(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}
