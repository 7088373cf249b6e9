import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import {
  multisigScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { keyOf, publicKeyOf, sign, spendOf, xOnlyOf } from '../support/signing.ts';

// Answers of Bitcoin Core for the private keys 1, 2, 3 (../shared/reference/signrawtransactionwithkey.md, 13).

const k1 = publicKeyOf(1);
const keyHash = hash160(k1);
const twoOfThree = multisigScript(2, [k1, publicKeyOf(2), publicKeyOf(3)]);
const p2wpkhWitness = [
  '3044022030e51ece35b3de0c5a2b505119e5d1447ed8ecd59945616f93271ea96dd2e89102200f91fa712c10e125ac2dff8b4787a151c0dfdba4658b8abf6315706296b21f4401',
  '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
];

const cases = [
  {
    name: 'P2PK',
    script: p2pkScript(k1),
    keys: [keyOf(1)],
    scriptSig:
      '47304402200a374ca4f264c3fff73bf28183a6a9795152bb1f7fe27628ba365c026f0d0bfd02205269dba50a74b55efe2fbece9fd7c774441e9d355ac01d692a52efb6ede285a801',
    witness: [],
  },
  {
    name: 'P2PKH',
    script: p2pkhScript(keyHash),
    keys: [keyOf(1)],
    scriptSig:
      '47304402204fb2a05d2ad9deae1cb57871de3d28a1c6a3d55cc87e64b6a551fc33f094911202206eec3f66cd836c6d564cf1824ccfc3c337615b63769c7bf3e49cc42c2967531b01210279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    witness: [],
  },
  {
    name: 'P2PKH of an uncompressed key',
    script: p2pkhScript(hash160(publicKeyOf(1, false))),
    keys: [keyOf(1, false)],
    scriptSig:
      '47304402207cdd3fe3de6193d7efa7446c5d0de07dd442b406700d5b769a52ea74b279061602206723e8eaae323418c9819a0bb6522b60e2b96939762257b5e980b89cadc6ae2f01410479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
    witness: [],
  },
  {
    name: 'bare 2-of-3',
    script: twoOfThree,
    keys: [keyOf(3), keyOf(1)],
    scriptSig:
      '0047304402204a51f2374e1bc91fcab201f7deb78dd6a440aef479ccbea17fcd7acd44ec5092022027dfddee592ad0d18aaacd0a5262a0539a80279476d885f5b45e9687183f13d2014730440220778a4f30aa32088c6759a9156b24c071758d9bf0842cb64f526cfd41ce007f1d02205384ab316361ab7344638eed2078b101541676de61425fc534f261ba9e240a3d01',
    witness: [],
  },
  {
    name: 'P2WPKH',
    script: p2wpkhScript(keyHash),
    keys: [keyOf(1)],
    scriptSig: '',
    witness: p2wpkhWitness,
  },
  {
    name: 'P2SH-P2WPKH',
    script: p2shScript(hash160(p2wpkhScript(keyHash))),
    keys: [keyOf(1)],
    scripts: [p2wpkhScript(keyHash)],
    scriptSig: '160014751e76e8199196d454941c45d1b3a323f1433bd6',
    witness: p2wpkhWitness,
  },
  {
    name: 'P2WSH 2-of-3',
    script: p2wshScript(sha256(twoOfThree)),
    keys: [keyOf(1), keyOf(3)],
    scripts: [twoOfThree],
    scriptSig: '',
    witness: [
      '',
      '3044022067007c14094f91bdfda67a3dca7e46a1e4fcf0e0d7a2c818ef48e5d31720186d02204d6a2ff9766e16e99d9ddbd51d5bf3e2af6130128309a1289926a143ecd2b64d01',
      '3044022060ecd238b07fe5c470c4de9b65bac984e55f446e342e8ad7f7d27df8a2c50a8602205e8c2a28ce5b96f6e382ca06569356bc4b95b05bd361ecf05ec2d18de1bedee501',
      encodeHex(twoOfThree),
    ],
  },
  {
    name: 'P2TR of the output key',
    script: p2trScript(xOnlyOf(1)),
    keys: [keyOf(1)],
    scriptSig: '',
    witness: [
      '2f27b70e34a0f6d4b261c07ae8b87cb41e518685bae96db2e0230c2818e104976b37314434e3be1c37667cb9d2990ce50dfc4cd282d6289e661d880dd154d0cb',
    ],
  },
] as const;

test.each(cases)('$name', ({ script, keys, scriptSig, witness, ...rest }) => {
  const scripts = 'scripts' in rest ? rest.scripts : [];
  const { complete, transaction } = sign(spendOf([script]), { keys, scripts });
  const [input] = transaction.inputs;
  expect(complete).toBe(true);
  expect(input && encodeHex(input.scriptSig)).toBe(scriptSig);
  expect(input?.witness.map(encodeHex)).toEqual(witness);
});
