import { hash160 } from '../../crypto/hash.ts';
import { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { decodeWif } from '../../crypto/wif.ts';
import { equalBytes } from '../../encoding/bytes.ts';
import { networks } from '../../encoding/network.ts';
import { openSingleKeysTask } from '../../keys/single-keys.ts';
import { isFinalized, type Psbt, type PsbtInput, type PsbtOutput } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/psbt-session.ts';
import { hasSilentFields } from '../../psbt/silent-fields.ts';
import { isCompressedPublicKey } from '../../script/public-key.ts';
import { solveScript } from '../../script/templates.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import type { Pause, Task } from '../../signing/task.ts';
import type { AppKeys, SigningKey } from './keys.ts';
import type { SignOptions } from './sign-options.ts';

/**
 * Returns true if single keys alone sign scripts that match a template. Then `sign` needs no
 * descriptors, miniscript, MuSig2 and silent payments, so a bundle does not load them
 * (`every-signer.ts`).
 */
export function isPlain(psbt: Psbt, options: SignOptions): boolean {
  const { keys = [], device, signer, threads, musig, random, silent } = options;
  const given: readonly unknown[] = Array.isArray(keys) ? keys : [keys];
  return (
    [device, signer, threads, musig, random, silent].every((each) => each === undefined) &&
    given.every((key) => key instanceof PrivateKey || isWif(key)) &&
    !hasSilentFields(psbt) &&
    psbt.inputs.every(isPlainInput) &&
    psbt.outputs.every(isPlainOutput)
  );
}

const isPlainInput = (input: PsbtInput): boolean =>
  input.tapLeaves.length + input.tapScriptSignatures.length === 0 &&
  input.tapMerkleRoot === undefined &&
  input.musigPubNonces.length + input.musigPartialSignatures.length === 0 &&
  hasNoScripts(input);

const isPlainOutput = (output: PsbtOutput): boolean =>
  output.tapTree.length === 0 && hasNoScripts(output);

const hasNoScripts = ({
  witnessScript,
  musigParticipants,
}: Pick<PsbtInput, 'witnessScript' | 'musigParticipants'>): boolean =>
  witnessScript.length + musigParticipants.length === 0;

/** Keys do not say which test network they are for. */
const textNetworks = [networks.main, networks.test];

function readWif(text: string): PrivateKey | undefined {
  for (const network of textNetworks) {
    const key = decodeWif(text.trim(), network);
    if (key !== undefined) return key;
  }
  return undefined;
}

function isWif(key: unknown): boolean {
  const read = typeof key === 'string' ? readWif(key) : undefined;
  read?.wipe();
  return read !== undefined;
}

type Opening = {
  readonly psbt: Psbt;
  readonly secp256k1: Secp256k1;
  readonly pause?: Pause | undefined;
};

/** Opens single keys as `openAppKeys` opens every kind. They are of no account. */
export function* openPlainKeys(
  keys: SigningKey | readonly SigningKey[],
  { psbt, ...opening }: Opening,
): Task<AppKeys> {
  const given: readonly SigningKey[] = Array.isArray(keys) ? keys : [keys];
  const single = given.filter((key) => key instanceof PrivateKey);
  const wifs = given.flatMap((key) => (typeof key === 'string' ? (readWif(key) ?? []) : []));
  const derived = [...wifs];
  const wipe = () => {
    for (const key of derived) key.wipe();
  };
  try {
    const provider = yield* openSingleKeysTask({ keys: single, wifs }, psbt, opening, derived);
    return {
      provider,
      providerOf: () => provider,
      ownersOf: () => [],
      accountOf: () => undefined,
      maySpendSeveral: false,
      wipe,
    };
  } catch (error) {
    wipe();
    throw error;
  }
}

/**
 * Returns true if the keys certainly complete every input of a plain PSBT. If it returns false,
 * they may do so.
 */
export function completes(
  { inputs }: Psbt,
  { provider }: Pick<AppKeys, 'provider'>,
  { sighashType }: SignOptions,
): boolean {
  return sighashType === undefined && inputs.every((input) => isCompletedBy(input, provider));
}

function isCompletedBy(input: PsbtInput, provider: SigningProvider): boolean {
  const { sighashType, partialSignatures, redeemScript, nonWitnessUtxo } = input;
  const coin = spentOutput(input);
  if (coin === undefined || isFinalized(input)) return false;
  if (sighashType !== undefined || partialSignatures.length > 0) return false;
  const outer = solveScript(coin.scriptPubKey);
  if (outer.kind === 'pubkeyhash') {
    return nonWitnessUtxo !== undefined && provider.canSign(outer.hash);
  }
  const isNested = outer.kind === 'scripthash' && equalBytes(hash160(redeemScript), outer.hash);
  const script = isNested ? solveScript(redeemScript) : outer;
  if (script.kind !== 'witness_v0_keyhash' || !provider.canSign(script.hash)) return false;
  const publicKey = provider.getPublicKey(script.hash);
  return publicKey !== undefined && isCompressedPublicKey(publicKey);
}
