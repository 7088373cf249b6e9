import { expect, test } from 'vitest';
import { createSha256, hash160 } from '../../src/crypto/hash.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import type { PsbtJob } from '../../src/psbt/sign-job.ts';
import { signPsbt, signPsbtWith } from '../../src/psbt/sign-psbt.ts';
import { p2pkhScript } from '../../src/script/builders.ts';
import { legacyDigests } from '../../src/sighash/legacy-digests.ts';
import { type SigningWorkers, signWith } from '../../src/signing/batch-signer.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { type FillOptions, fillPsbt, fillPsbtTask } from '../../src/wallet/psbt/fill-psbt.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import { createRandom } from '../support/generate/random.ts';
import { withDescriptorText } from '../support/generate/wallet.ts';
import { curve, keyOf, publicKeyOf } from '../support/signing.ts';

const COUNT = 40;
const scriptPubKey = p2pkhScript(hash160(publicKeyOf(1)));
const nonWitnessUtxo = {
  version: 2,
  inputs: [
    {
      prevout: { txid: '11'.repeat(32), vout: 0 },
      scriptSig: emptyBytes,
      sequence: 0,
      witness: [],
    },
  ],
  outputs: Array.from({ length: COUNT }, () => ({ value: 1000n, scriptPubKey })),
  locktime: 0,
};
const txid = transactionId(nonWitnessUtxo);
const inputs = nonWitnessUtxo.outputs.map((_, vout) => ({
  prevout: { txid, vout },
  scriptSig: emptyBytes,
  sequence: 0xfffffffd,
  witness: [],
}));
const outputs = [{ value: 500n, scriptPubKey }];
const blank = createPsbt({ version: 2, inputs, outputs, locktime: 0 }, 2);
const psbt = { ...blank, inputs: blank.inputs.map((input) => ({ ...input, nonWitnessUtxo })) };
/** Inputs, one of which is final. */
const finalScriptSig = Uint8Array.of(0);
const begun = {
  ...psbt,
  inputs: psbt.inputs.map((input, i) => (i === 0 ? { ...input, finalScriptSig } : input)),
};

function listening(): { readonly asked: number[]; readonly workers: SigningWorkers } {
  const asked: number[] = [];
  const workers: SigningWorkers = {
    signEcdsaMany: async (list) => curve.signEcdsaMany(list),
    signSchnorrMany: async (list) => curve.signSchnorrMany(list),
    verifyAll: async (checks) => curve.verifyAll(checks),
    async legacyDigests(transaction, requests) {
      asked.push(requests.length);
      return legacyDigests(transaction, requests, createSha256);
    },
  };
  return { asked, workers };
}

const jobOf = (number: number, sighashType?: number): PsbtJob => ({
  psbt,
  provider: createKeyProvider({ keys: [keyOf(number)] }, curve),
  secp256k1: curve,
  finalize: true,
  sighashType,
});

test.each([undefined, 1, 0x82])(
  'workers make the legacy digests of sighash type %s',
  async (type) => {
    const { asked, workers } = listening();
    const job = jobOf(1, type);
    const here = signPsbt(job);
    expect(await signPsbtWith(job, { workers })).toEqual(here);
    expect(here).toMatchObject({ complete: true });
    expect(asked).toEqual([COUNT]);
  },
);

test('requests no digest without a key that signs it', async () => {
  const { asked, workers } = listening();
  expect(await signPsbtWith(jobOf(2), { workers })).toMatchObject({ complete: false });
  expect(asked).toEqual([]);
});

test('workers hash the inputs of a wallet’s PSBT that are not final', async () => {
  const network = networks.regtest;
  const empty = createWallet({ name: 'w', network, flags: {}, lastBlock: undefined });
  const options = { secp256k1: curve, random: createRandom(1), keypoolSize: 1 };
  const wallet = withDescriptorText(empty, `pkh(${encodeWif(keyOf(1), network)})`, options);
  const fill = { sign: true, finalize: true, bip32Derivs: false, secp256k1: curve };
  const sign = (workers: SigningWorkers, each: Psbt, options: FillOptions) =>
    signWith(options, { workers }, (signer) => fillPsbtTask(wallet, each, options, signer));
  for (const [each, requests] of [
    [psbt, COUNT],
    [begun, COUNT - 1],
  ] as const) {
    const { asked, workers } = listening();
    const shared = await sign(workers, each, fill);
    expect(shared).toEqual(fillPsbt(wallet, each, fill));
    expect(shared).toMatchObject({ complete: each === psbt });
    expect(asked).toEqual([requests]);
  }
  const { asked, workers } = listening();
  await sign(workers, psbt, { ...fill, sign: false });
  expect(asked).toEqual([]);
});
