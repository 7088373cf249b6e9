import { Transaction as BitcoinJs } from 'bitcoinjs-lib';
import { expect, test } from 'vitest';
import { merkleBranchRoot } from '../../src/chain/merkle-branch.ts';
import { mineChain, payment } from '../support/chains/mined-chain.ts';

const reversed = (hex: string) => Buffer.from(hex, 'hex').reverse().toString('hex');

// A transaction of 64 bytes that was mined on testnet (Electrum, tests/test_verifier.py, MIT).
const BRANCH = [
  'f2994fd4546086b21b4916b76cf901afb5c4db1c3ecbfc91d6f4cae1186dfe12',
  '6b65935528311901c7acda7db817bd6e3ce2f05d1c62c385b7caadb65fac7520',
];
const ROOT = '11dbac015b6969ea75509dd1250f33c04ec4d562c2d895de139a65f62f808254';
const TRANSACTION =
  '0200000001cb659c5528311901a7aada7db817bd6e3ce2f05d1c62c385b7caadb65fac75201234000000fabcdefa01abcd1234010000000405060708fabcdefa';
const TXID = BitcoinJs.fromHex(TRANSACTION).getId();

test('a branch leads to the root of its block', () => {
  // Block 4909055 of testnet3 has three transactions, so the last one is hashed with itself.
  const last = '9b2c7e407188465594832cfbe84c9758029084527c855ea29a16603e5d1c51b6';
  const merkle = [last, 'a8484ccbaa74ffa060d0a500f7ce3ea4953beace18df8384024dfa9290385b1c'];
  const root = '3465af659f6438b133c6d980accbb61b7be43f8ad899e40054e33b37aecba28e';
  expect(merkleBranchRoot(last, { merkle, pos: 2 })).toBe(root);
  // The copy on the right is not a transaction of the block (CVE-2012-2459).
  expect(merkleBranchRoot(last, { merkle, pos: 3 })).toBeUndefined();
});

test('no branch goes through the bytes of a transaction (CVE-2017-12842)', () => {
  const [left, right] = [reversed(TRANSACTION.slice(0, 64)), reversed(TRANSACTION.slice(64))];
  expect(merkleBranchRoot(right, { merkle: [left, ...BRANCH], pos: 7 })).toBeUndefined();
  expect(merkleBranchRoot(left, { merkle: [right, ...BRANCH], pos: 6 })).toBeUndefined();
  expect(merkleBranchRoot(TXID, { merkle: BRANCH, pos: 3 })).toBe(ROOT);
});

test('finds every transaction of blocks with up to 17 by its branch, and nowhere else', () => {
  for (let count = 0; count <= 16; count++) {
    const script = Uint8Array.of(0x51, ...new Uint8Array(30), count);
    const payments = Array.from({ length: count }, (_, i) => payment([[script, BigInt(i)]]));
    const chain = mineChain([payments]);
    const root = Buffer.from(chain.blocks[1]?.merkleRoot ?? [])
      .reverse()
      .toString('hex');
    for (const txid of chain.transactions.keys()) {
      const branch = chain.merkle(txid) ?? { merkle: [], pos: -1 };
      expect(merkleBranchRoot(txid, branch)).toBe(root);
      expect(merkleBranchRoot(txid, { ...branch, pos: branch.pos ^ 1 })).not.toBe(root);
      expect(merkleBranchRoot(txid, { ...branch, pos: branch.pos + 2 ** 20 })).toBeUndefined();
      expect(merkleBranchRoot(txid, { ...branch, merkle: [...branch.merkle, root] })).not.toBe(
        root,
      );
    }
  }
});
