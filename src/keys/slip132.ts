import { checkArguments } from '../arguments/check-arguments.ts';
import { decodeBase58Check, encodeBase58Check } from '../crypto/base58check.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { type Network, networks } from '../encoding/network.ts';

/** Scripts with version bytes in SLIP-132. `any` is for plain BIP32 keys, which imply no script. */
export type KeyScript = 'any' | 'sh(wpkh)' | 'wpkh' | 'sh(wsh)' | 'wsh';

type Version = {
  readonly xpub: number;
  readonly xprv: number;
  readonly script: KeyScript;
  readonly isTest: boolean;
};

const version = (script: KeyScript, isTest: boolean, xpub: number, xprv: number): Version => ({
  script,
  isTest,
  xpub,
  xprv,
});

/** Version bytes of Bitcoin keys (SLIP-132, "Registered HD version bytes"). */
const versions: readonly Version[] = [
  version('any', false, 0x0488b21e, 0x0488ade4),
  version('sh(wpkh)', false, 0x049d7cb2, 0x049d7878),
  version('wpkh', false, 0x04b24746, 0x04b2430c),
  version('sh(wsh)', false, 0x0295b43f, 0x0295b005),
  version('wsh', false, 0x02aa7ed3, 0x02aa7a99),
  version('any', true, 0x043587cf, 0x04358394),
  version('sh(wpkh)', true, 0x044a5262, 0x044a4e28),
  version('wpkh', true, 0x045f1cf6, 0x045f18bc),
  version('sh(wsh)', true, 0x024289ef, 0x024285b5),
  version('wsh', true, 0x02575483, 0x02575048),
];

const SIZE = 78;

/** An extended public key of BIP32 or SLIP-132. */
export type SlipKey = {
  /** The key with the version bytes of BIP32: xpub or tpub. */
  readonly xpub: string;
  /** Script of the version bytes. */
  readonly script: KeyScript;
  /** True if the key is for test networks. */
  readonly isTest: boolean;
};

/**
 * Reads a public key; `undefined` if the text is not one.
 *
 * @param text - An xpub, ypub, zpub, Ypub, Zpub, or one of test networks (SLIP-132).
 */
export function readSlipKey(text: string): SlipKey | undefined {
  checkArguments('readSlipKey', { text: [text, 'text'] });
  const read = readKey(text, 'xpub');
  return read && { xpub: read.text, script: read.script, isTest: read.isTest };
}

/** Reads a private key as an xprv or tprv in `text`; `undefined` if the text is not one. */
export const readPrivateSlipKey = (text: string): PlainKey | undefined => readKey(text, 'xprv');

type PlainKey = Pick<Version, 'script' | 'isTest'> & { readonly text: string };

function readKey(text: string, kind: 'xpub' | 'xprv'): PlainKey | undefined {
  const payload = decodeBase58Check(text, SIZE);
  if (payload?.length !== SIZE) return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset);
  const known = versions.find((each) => each[kind] === view.getUint32(0));
  if (known === undefined) return undefined;
  const { script, isTest } = known;
  view.setUint32(0, (isTest ? networks.test : networks.main)[kind]);
  const plain = encodeBase58Check(payload);
  payload.fill(0);
  return { text: plain, script, isTest };
}

/**
 * Writes an xpub or tpub with the version bytes of a script. Throws a `ColdsignError`
 * (`WRONG_ARGUMENT`) if the text is not such a key, or the script is unknown.
 *
 * @param xpub - Base58, 111 characters.
 * @param script - Determines the version bytes (SLIP-132).
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for another text or script.
 */
export function formatSlipKey(xpub: string, script: KeyScript): string {
  checkArguments('formatSlipKey', { xpub: [xpub, 'text'], script: [script, 'text'] });
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
      'docs/api-signatures.md has the declaration of each function and type.',
    );
  }
  view.setUint32(0, wanted.xpub);
  return encodeBase58Check(new Uint8Array(view.buffer));
}

export const isTestNetwork = ({ xpub }: Network): boolean => xpub !== networks.main.xpub;

const KEYS = /[a-zA-Z](pub|prv)[1-9A-HJ-NP-Za-km-z]{107,108}/g;

/** Matches the public keys of SLIP-132 in a text. */
export const slipKeysIn = (text: string): readonly SlipKey[] =>
  (text.match(KEYS) ?? []).flatMap((key) => readSlipKey(key) ?? []);

/** Converts the SLIP-132 keys of a descriptor, also private ones, to BIP32's form. */
export const withPlainKeys = (text: string): string =>
  text.replace(KEYS, (key) => readSlipKey(key)?.xpub ?? readPrivateSlipKey(key)?.text ?? key);
