import { describe, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { decodeWif } from '../../src/crypto/wif.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { networks } from '../../src/encoding/network.ts';
import { keyOfAddress, signCompact } from '../../src/message/compact-signature.ts';
import {
  signScriptMessage as signMessage,
  judgeScriptMessage as verifyMessage,
} from '../../src/public/message.ts';
import { decodeAddress } from '../../src/script/address.ts';
import { p2wpkhScript } from '../../src/script/builders.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { readVector } from '../support/paths.ts';

type Case = {
  readonly type: string;
  readonly wif: string;
  readonly address: string;
  readonly message: string;
  readonly theirs: string;
  readonly bip137?: string;
  readonly ours?: string;
};
const cases: readonly Case[] = JSON.parse(readVector('messages/bip322-js.json'));
const secp256k1 = kernelSecp256k1;

function read({ address, wif }: Case) {
  const script = decodeAddress(address, networks.main);
  const key = decodeWif(wif, networks.main);
  if ('error' in script || key === undefined) throw new Error('the vector is wrong');
  return { script, key };
}
const stateOf = (vector: Case, signature: string, message = vector.message) =>
  verifyMessage({ scriptPubKey: read(vector).script, message, signature }, secp256k1).state;

describe('bip322-js', () => {
  test.each(cases.filter(({ ours }) => ours !== undefined))(
    'takes what we sign: $type, $message',
    (vector) => {
      const { script, key } = read(vector);
      const { message } = vector;
      const provider = createKeyProvider({ keys: [key], bip86: true }, secp256k1);
      expect(
        vector.type === 'p2pkh'
          ? encodeBase64(signCompact(message, key, secp256k1))
          : signMessage({ message, scriptPubKey: script, provider, secp256k1 }),
      ).toBe(vector.ours);
      expect(stateOf(vector, vector.ours ?? '')).toBe('valid');
    },
  );

  test.each(cases.filter(({ type }) => type !== 'p2sh-p2wpkh'))(
    'signs what we take: $type, $message',
    (vector) => {
      expect(stateOf(vector, vector.theirs)).toBe('valid');
      expect(stateOf(vector, vector.theirs, `${vector.message} `)).toBe('invalid');
    },
  );

  test.each(cases.filter(({ type }) => type === 'p2sh-p2wpkh'))(
    'signs P2SH in the simple form, which BIP322 has for native segwit alone: $message',
    (vector) => {
      expect(stateOf(vector, vector.theirs)).toBe('invalid');
    },
  );
});

describe('BIP137', () => {
  const signed = cases.flatMap((vector) => vector.bip137 ?? []);
  test.each(cases.filter(({ bip137 }) => bip137))('is valid: $type, $message', (vector) => {
    expect(stateOf(vector, vector.bip137 ?? '')).toBe('valid');
    expect(stateOf(vector, vector.bip137 ?? '', 'another message')).toBe('invalid');
    const others = cases.filter(({ wif }) => wif !== vector.wif);
    for (const other of others) {
      expect(stateOf(other, vector.bip137 ?? '', vector.message)).toBe('invalid');
    }
  });

  test.each(cases.filter(({ bip137 }) => bip137))('is made alike: $type, $message', (vector) => {
    const { script, key } = read(vector);
    const nested = p2wpkhScript(hash160(key.publicKey(secp256k1)));
    const provider = createKeyProvider({ keys: [key], scripts: [nested] }, secp256k1);
    const found = keyOfAddress(script, provider);
    if (found?.key === undefined) throw new Error('no key');
    const made = signCompact(vector.message, found.key, secp256k1, found.kind);
    expect(encodeBase64(made)).toBe(vector.bip137);
  });

  test('refuses another script of the same key, except the P2PKH header that Electrum uses for segwit', () => {
    const [first] = cases;
    const ofFirst = cases.filter(({ wif }) => wif === first?.wif);
    const bySignature = signed
      .slice(0, 3)
      .map((signature) => ofFirst.map((vector) => `${vector.type} ${stateOf(vector, signature)}`));
    expect(bySignature).toEqual([
      ['p2pkh valid', 'p2sh-p2wpkh valid', 'p2wpkh valid', 'p2tr invalid'],
      ['p2pkh invalid', 'p2sh-p2wpkh valid', 'p2wpkh invalid', 'p2tr invalid'],
      ['p2pkh valid', 'p2sh-p2wpkh invalid', 'p2wpkh valid', 'p2tr invalid'],
    ]);
  });
});
