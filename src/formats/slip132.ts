import { decodeBase58Check, encodeBase58Check } from '../crypto/base58check.ts';
import { type Network, networks } from '../encoding/network.ts';
import { argumentError } from '../encoding/usage-error.ts';

/**
 * The scripts that SLIP-132 has version bytes for, and plain BIP32 keys, which say nothing of
 * scripts.
 */
export type KeyScript = 'any' | 'sh(wpkh)' | 'wpkh' | 'sh(wsh)' | 'wsh';

type Version = {
  readonly version: number;
  readonly script: KeyScript;
  readonly isTest: boolean;
};

const version = (number: number, script: KeyScript, isTest: boolean): Version => ({
  version: number,
  script,
  isTest,
});

/** SLIP-132, "Registered HD version bytes", public keys of Bitcoin. */
const versions: readonly Version[] = [
  version(0x0488b21e, 'any', false),
  version(0x049d7cb2, 'sh(wpkh)', false),
  version(0x04b24746, 'wpkh', false),
  version(0x0295b43f, 'sh(wsh)', false),
  version(0x02aa7ed3, 'wsh', false),
  version(0x043587cf, 'any', true),
  version(0x044a5262, 'sh(wpkh)', true),
  version(0x045f1cf6, 'wpkh', true),
  version(0x024289ef, 'sh(wsh)', true),
  version(0x02575483, 'wsh', true),
];

const SIZE = 78;

/** An extended public key of BIP32 or SLIP-132. */
export type SlipKey = {
  /** The same key with the version bytes of BIP32: xpub or tpub. */
  readonly xpub: string;
  /** What its version bytes say it is for. */
  readonly script: KeyScript;
  /** Of test networks. */
  readonly isTest: boolean;
};

/** `undefined`: no extended public key. */
export function readSlipKey(text: string): SlipKey | undefined {
  const payload = decodeBase58Check(text, SIZE);
  if (payload?.length !== SIZE) return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset);
  const known = versions.find((each) => each.version === view.getUint32(0));
  if (known === undefined) return undefined;
  const { script, isTest } = known;
  view.setUint32(0, (isTest ? networks.test : networks.main).xpub);
  return { xpub: encodeBase58Check(payload), script, isTest };
}

/**
 * Writes an xpub or tpub with the version bytes that say what it is for. Throws a `TypeError`
 * (`ERR_INVALID_ARG_TYPE`) for a text that is no such key, and for an unknown script.
 */
export function formatSlipKey(xpub: string, script: KeyScript): string {
  const payload = decodeBase58Check(xpub, SIZE);
  const view = new DataView((payload ?? new Uint8Array(SIZE)).slice().buffer);
  const named = payload?.length === SIZE ? view.getUint32(0) : 0;
  if (named !== networks.main.xpub && named !== networks.test.xpub) {
    throw argumentError(
      'formatSlipKey: xpub must be an extended public key, xpub... or tpub..., not another text',
      'Compare it with where it comes from: its checksum finds mistyped letters.',
    );
  }
  const isTest = named === networks.test.xpub;
  const wanted = versions.find((each) => each.script === script && each.isTest === isTest);
  if (wanted === undefined) {
    throw argumentError(
      "formatSlipKey: script must be 'any', 'sh(wpkh)', 'wpkh', 'sh(wsh)' or 'wsh', not another text",
      'docs/api.md has the declaration of each function and type.',
    );
  }
  view.setUint32(0, wanted.version);
  return encodeBase58Check(new Uint8Array(view.buffer));
}

export const isTestNetwork = ({ xpub }: Network): boolean => xpub !== networks.main.xpub;

const KEYS = /[a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{107,108}/g;

/** The keys of SLIP-132 in a text. */
export const slipKeysIn = (text: string): readonly SlipKey[] =>
  (text.match(KEYS) ?? []).flatMap((key) => readSlipKey(key) ?? []);

/** A descriptor's text with its keys of SLIP-132 as BIP32 writes them. */
export const withPlainKeys = (text: string): string =>
  text.replace(KEYS, (key) => readSlipKey(key)?.xpub ?? key);
