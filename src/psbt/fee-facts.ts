import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { walkScript } from '../script/script.ts';
import { keyProviderTask } from '../signing/key-provider.ts';
import { estimateSizeTask } from '../signing/placeholders.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import type { FeeFacts } from '../transaction/fee-bounds.ts';
import { type TxIn, totalValue } from '../transaction/transaction.ts';
import { addFinalScripts } from './final-scripts.ts';
import type { Psbt, PsbtOutput } from './psbt.ts';
import { spentCoins, spentOutput } from './psbt-session.ts';
import { outlineTransaction } from './unsigned-transaction.ts';

/**
 * Returns the fee, size and payments of a PSBT: exact if inputs are final, otherwise estimated.
 * `provider`: keys and scripts that the PSBT does not contain. Returns `undefined` if the amount of
 * an input is missing, or lock times exclude each other.
 */
export function* feeFactsTask(
  psbt: Psbt,
  provider: SigningProvider,
  pause?: Pause,
): Task<FeeFacts | undefined> {
  if (!psbt.inputs.every(spentOutput)) return undefined;
  return yield* leastFeeFactsTask(psbt, provider, pause);
}

/** Returns the facts with a missing amount as 0, so that the fee is at least this. */
export const leastFeeFacts = (psbt: Psbt, provider: SigningProvider): FeeFacts | undefined =>
  runNow(leastFeeFactsTask(psbt, provider));

function* leastFeeFactsTask(
  psbt: Psbt,
  provider: SigningProvider,
  pause?: Pause,
): Task<FeeFacts | undefined> {
  if (pause) yield pause();
  const transaction = outlineTransaction(psbt);
  if (transaction === undefined) return undefined;
  const outputs = totalValue(transaction.outputs);
  const fee = totalValue(psbt.inputs.flatMap((input) => spentOutput(input) ?? [])) - outputs;
  const final = addFinalScripts(transaction, psbt);
  const sized = { ...final, inputs: final.inputs.map(padded) };
  const vsize = yield* estimateSizeTask(sized, spentCoins(psbt), provider, pause);
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
 * Returns a provider of the scripts and keys that the PSBT names, as if all their owners signed. It
 * reads no miniscript; another provider that is asked too may do so.
 */
export function* allOwnersTask(
  { inputs }: Psbt,
  secp256k1: Secp256k1,
  pause?: Pause,
): Task<SigningProvider> {
  const scripts = inputs.flatMap(({ redeemScript, witnessScript }) => [
    redeemScript,
    witnessScript,
  ]);
  const named = {
    keys: [],
    publicKeys: inputs.flatMap(({ keyPaths, tapKeyPaths }) => [
      ...keyPaths.map(({ publicKey }) => publicKey),
      ...tapKeyPaths.map(({ xOnly }) => concatBytes(Uint8Array.of(2), xOnly)),
    ]),
    // An absent script is empty.
    scripts: scripts.filter(({ length }) => length > 0),
  };
  return yield* keyProviderTask(named, secp256k1, pause);
}
