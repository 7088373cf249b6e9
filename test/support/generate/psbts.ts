import { HDKey } from '@scure/bip32';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { randomKey } from './keys.ts';
import type { Random } from './random.ts';

const versions = { private: 0x04358394, public: 0x043587cf };

/** One signer's key in a descriptor, with and without its secret. */
type SignerKey = { readonly secret: string; readonly open: string };

/**
 * The lock of an output, as descriptors: one for each signer, with only that signer's private keys.
 */
export type Lock = {
  readonly kind: string;
  /** The output is at `position` of a ranged descriptor. */
  readonly position: number;
  readonly open: string;
  readonly signers: readonly string[];
};

function extendedKey(random: Random): SignerKey {
  const root = HDKey.fromMasterSeed(random.bytes(32), versions);
  const account = root.derive("m/84'/1'");
  const fingerprint = root.fingerprint.toString(16).padStart(8, '0');
  const origin = random.oneIn(3) ? '' : `[${fingerprint}/84h/1h]`;
  const path = `/${random.int(3)}/*`;
  return {
    secret: `${origin}${account.privateExtendedKey}${path}`,
    open: `${origin}${account.publicExtendedKey}${path}`,
  };
}

function plainKey(random: Random): SignerKey {
  const { wif, publicKey } = randomKey(random);
  const origin = random.oneIn(2) ? '' : `[${encodeHex(random.bytes(4))}/1/2h]`;
  return { secret: origin + wif, open: origin + encodeHex(publicKey) };
}

/** Templates in which letters are keys; the first key has a wildcard. */
const templates: readonly [kind: string, text: string][] = [
  ['pk', 'pk(A)'],
  ['pkh', 'pkh(A)'],
  ['wpkh', 'wpkh(A)'],
  ['combo', 'combo(A)'],
  ['multi', 'multi(1,A,B)'],
  ['sh-wpkh', 'sh(wpkh(A))'],
  ['sh-multi', 'sh(multi(2,A,B,C))'],
  ['sh-wsh-multi', 'sh(wsh(sortedmulti(2,A,B,C)))'],
  ['wsh-multi', 'wsh(multi(2,A,B,C))'],
  ['wsh-pkh', 'wsh(pkh(A))'],
  ['wsh-or', 'wsh(or_d(pk(A),and_v(v:pkh(B),older(1))))'],
  ['wsh-thresh', 'wsh(thresh(2,pk(A),s:pk(B),sln:older(1)))'],
  ['wsh-andor', 'wsh(andor(multi(2,A,B),older(1),pk(C)))'],
  ['tr', 'tr(A)'],
  ['tr-leaf', 'tr(A,pk(B))'],
  ['tr-tree', 'tr(A,{pk(B),{multi_a(2,B,C),and_v(v:pk(C),older(1))}})'],
];

export function randomLock(random: Random): Lock {
  const [kind, template] = random.pick(templates as [(typeof templates)[number]]);
  const keys: { readonly [letter: string]: SignerKey } = {
    A: extendedKey(random),
    B: random.oneIn(2) ? extendedKey(random) : plainKey(random),
    C: random.oneIn(2) ? extendedKey(random) : plainKey(random),
  };
  const fill = (secrets: string) =>
    template.replace(/\b[ABC]\b/g, (letter) => {
      const key = keys[letter];
      return (secrets.includes(letter) ? key?.secret : key?.open) ?? '';
    });
  const letters = ['A', 'B', 'C'].filter((letter) => new RegExp(`\\b${letter}\\b`).test(template));
  return {
    kind,
    position: random.int(4),
    open: fill(''),
    signers: letters.map(fill),
  };
}
