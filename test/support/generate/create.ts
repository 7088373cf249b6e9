import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { address } from 'bitcoinjs-lib';
import type { Random } from './random.ts';

const base58check = createBase58check(sha256);

/** Returns an address on regtest, or one with a fault. */
export function randomAddress(random: Random): string {
  const version = random.int(17);
  const program = version === 0 ? random.pick([20, 32]) : 2 + random.int(39);
  const kinds: [() => string, ...(() => string)[]] = [
    () => base58check.encode(Uint8Array.from([0x6f, ...random.bytes(20)])),
    () => base58check.encode(Uint8Array.from([0xc4, ...random.bytes(20)])),
    () => address.toBech32(random.bytes(20), 0, 'bcrt'),
    () => address.toBech32(random.bytes(32), 0, 'bcrt'),
    () => address.toBech32(random.bytes(32), 1, 'bcrt'),
    () => address.toBech32(random.bytes(program), version, 'bcrt'),
    () => address.toBech32(random.bytes(program), version, 'bcrt').toUpperCase(),
  ];
  const text = random.pick(kinds)();
  return random.oneIn(40) ? spoil(random, text) : text;
}

/** Changes, drops or adds one character. */
function spoil(random: Random, text: string): string {
  const at = random.int(text.length);
  const other = random.pick(['q', 'p', '1', 'Z', '0', ' ', 'ä']);
  return random.pick([
    text.slice(0, at) + other + text.slice(at + 1),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + other + text.slice(at),
  ]);
}

function randomAmount(random: Random): string {
  const satoshis = random.pick([0, 1, 546, random.int(2 ** 31), random.int(2.1e15)]);
  const whole = Math.floor(satoshis / 1e8);
  const decimals = String(satoshis % 1e8).padStart(8, '0');
  const good: [string, ...string[]] = [
    `${whole}.${decimals}`,
    `"${whole}.${decimals}"`,
    `${satoshis}e-8`,
    `${whole}`,
    `${whole}.${decimals}000`,
    `${Number(decimals)}E-8`,
  ];
  if (!random.oneIn(25)) return random.pick(good);
  return random.pick(['-1', '1e-9', '21000001', '"1 "', 'null', 'true', '[]', '""', '1e400', '-0']);
}

function randomInput(random: Random): string {
  const txid = bytesToHex(random.bytes(32));
  const txids: [string, ...string[]] = [`"${txid}"`];
  if (random.oneIn(60)) txids.push(`"${txid.slice(1)}"`, `"${txid.slice(1)}g"`, 'null', '7');
  const vouts: [string, ...string[]] = [String(random.int(5)), String(random.int(2 ** 31))];
  if (random.oneIn(30)) vouts.push('-1', '1.5', '"0"', 'null', '2147483648', '1e0');
  const members = [`"txid":${random.pick(txids)}`, `"vout":${random.pick(vouts)}`];
  if (random.oneIn(3)) {
    const sequences: [string, ...string[]] = [String(random.int(2 ** 32)), '4294967295', '0'];
    if (random.oneIn(15)) sequences.push('-1', '4294967296', '1.5', '"1"', 'null');
    members.push(`"sequence":${random.pick(sequences)}`);
  }
  return `{${random.shuffle(members).join()}}`;
}

function randomOutputs(random: Random): string {
  const members = Array.from({ length: random.int(5) }, () => {
    if (!random.oneIn(8)) return `"${randomAddress(random)}":${randomAmount(random)}`;
    const hex = bytesToHex(random.bytes(1 + random.int(100)));
    return `"data":"${random.oneIn(10) ? hex.slice(1) : hex}"`;
  });
  if (random.oneIn(40)) members.push(...members.slice(0, 1));
  if (random.oneIn(50)) return random.pick(['null', '[{}]', '[1]', '[{"a":1,"b":2}]', '"x"', '7']);
  return random.oneIn(2) ? `{${members.join()}}` : `[${members.map((m) => `{${m}}`).join()}]`;
}

/**
 * Returns the text of `createrawtransaction`'s parameters: mostly valid, some with a fault in one
 * place.
 */
export function randomCreateParams(random: Random): string {
  const inputs = Array.from({ length: random.int(5) }, () => randomInput(random));
  const params = [`[${inputs.join()}]`, randomOutputs(random)];
  const locktimes: [string, ...string[]] = ['0', String(random.int(2 ** 32)), 'null'];
  if (random.oneIn(15)) locktimes.push('-1', '4294967296', '1.5', '"1"');
  if (random.oneIn(2)) params.push(random.pick(locktimes));
  if (params.length === 3 && random.oneIn(2)) params.push(random.pick(['true', 'false', 'null']));
  if (random.oneIn(60))
    params.splice(random.int(params.length), 1, random.pick(['7', '"a"', '{}']));
  return `[${params.join()}]`;
}
