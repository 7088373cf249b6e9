import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { addFinalScripts } from '../../psbt/finalize.ts';
import type { Psbt, PsbtOutput } from '../../psbt/psbt.ts';
import { spentCoins, spentOutput } from '../../psbt/psbt-session.ts';
import { outlineTransaction } from '../../psbt/unsigned-transaction.ts';
import { walkScript } from '../../script/script.ts';
import { createKeyProvider } from '../../signing/key-provider.ts';
import { joinProviders, type SigningProvider } from '../../signing/provider.ts';
import { estimateSignedSize } from '../../signing/stand-ins.ts';
import type { FeeFacts } from '../../transaction/fee-bounds.ts';
import { type TxIn, totalValue } from '../../transaction/transaction.ts';

/**
 * Returns the fee, size and payments of a PSBT: exact if inputs are final, otherwise estimated.
 * Returns `undefined` if the amount of an input is missing.
 */
export function feeFactsOf(
  psbt: Psbt,
  provider: SigningProvider,
  secp256k1: Secp256k1,
): FeeFacts | undefined {
  const transaction = outlineTransaction(psbt);
  const spent = psbt.inputs.map(spentOutput);
  if (transaction === undefined || spent.includes(undefined)) return undefined;
  const outputs = totalValue(transaction.outputs);
  const fee = totalValue(spent.flatMap((output) => output ?? [])) - outputs;
  const coins = spentCoins(psbt);
  const known = joinProviders(provider, providerOf(psbt, secp256k1));
  const final = addFinalScripts(transaction, psbt);
  const vsize = estimateSignedSize({ ...final, inputs: final.inputs.map(padded) }, coins, known);
  const isOwn = ownedBy(psbt.inputs);
  const paid = totalValue(psbt.outputs.filter((output) => !isOwn(output)));
  return { fee, vsize, paid: paid > 0n ? paid : outputs };
}

type Named = Pick<PsbtOutput, 'keyPaths' | 'tapKeyPaths'>;

const fingerprintsOf = ({ keyPaths, tapKeyPaths }: Named): readonly string[] =>
  [...keyPaths, ...tapKeyPaths].map(({ origin }) => encodeHex(origin.fingerprint));

/**
 * Returns a test for change, which names a key of a signer. Final inputs no longer name keys: then
 * any named key counts.
 */
function ownedBy(inputs: readonly Named[]): (output: Named) => boolean {
  const signers = new Set(inputs.flatMap(fingerprintsOf));
  return (output) => fingerprintsOf(output).some((each) => signers.size === 0 || signers.has(each));
}

/** Estimated size of an ECDSA signature in bytes, with the sighash byte. */
const LARGEST_SIGNATURE = 72;

/** Pads signatures to their estimated size, for which the fee was chosen. */
function padded(input: TxIn): TxIn {
  const lacking = (item: Bytes) =>
    item[0] === 0x30 && item.length > 64 && item.length < LARGEST_SIGNATURE
      ? LARGEST_SIGNATURE - item.length
      : 0;
  const witness = input.witness.map((item) => new Uint8Array(item.length + lacking(item)));
  const pushes = walkScript(input.scriptSig) ?? [];
  const rest = pushes.reduce((length, { data }) => length + lacking(data), 0);
  return { ...input, witness, scriptSig: concatBytes(input.scriptSig, new Uint8Array(rest)) };
}

/**
 * Returns a provider of the scripts and keys that the PSBT names, as if all their owners signed.
 */
function providerOf({ inputs }: Psbt, secp256k1: Secp256k1): SigningProvider {
  return createKeyProvider(
    {
      keys: [],
      publicKeys: inputs.flatMap(({ keyPaths, tapKeyPaths }) => [
        ...keyPaths.map(({ publicKey }) => publicKey),
        ...tapKeyPaths.map(({ xOnly }) => concatBytes(Uint8Array.of(2), xOnly)),
      ]),
      scripts: inputs.flatMap(({ redeemScript, witnessScript }) => [redeemScript, witnessScript]),
    },
    secp256k1,
  );
}
