import { encodePoint, type Point } from '../crypto/curve/point.ts';
import { derivingAgain } from '../crypto/derive-again.ts';
import { proveDleq } from '../crypto/dleq.ts';
import { hash160 } from '../crypto/hash.ts';
import { readPoint } from '../crypto/musig.ts';
import { ComputationFault } from '../crypto/own-signatures.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { sumPrivateKeys } from '../crypto/shared-points.ts';
import { type Bytes, concatBytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { tapTweakHash } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import { createKeyProvider } from '../signing/miniscript-provider.ts';
import { joinProviders, type SigningProvider } from '../signing/provider.ts';
import { silentPrivateKey, withEvenY } from '../silent/keys.ts';
import { decodeSilentAddress, type SilentRecipient } from '../silent/silent-address.ts';
import { silentPlaceholder } from '../silent/silent-outputs.ts';
import { isFinalized, type Psbt, type PsbtInput, type RawField } from './psbt.ts';
import { spentOutput } from './psbt-session.ts';
import { opensSilentPayment } from './signature-types.ts';
import {
  isSilentField,
  recipientFields,
  shareFields,
  silentRecipient,
  silentSpend,
} from './silent-fields.ts';
import { hasSilentFault, silentScripts } from './silent-payments.ts';
import { eligiblePlaces, provenShare, type Senders, sendersOf } from './silent-shares.ts';

/** Silent payment addresses by the hex of their placeholder scripts. */
export type SilentPlaceholders = ReadonlyMap<
  string,
  SilentRecipient & {
    /** The label of the wallet's own address, where 0 is for change. Absent for payments. */
    readonly label?: number | undefined;
  }
>;

/**
 * Creates and spends silent payments as a signer (BIP375, BIP376). Bundles without this object
 * contain none of the code. They sign no transaction with a silent payment that is not computed
 * yet.
 */
export type SilentSigning = {
  /**
   * Returns the PSBT with the shares and proofs of these keys, and with scripts once all shares are
   * present. `undefined` if its silent payments are wrong, or must not be signed in this form.
   */
  readonly prepare: (
    psbt: Psbt,
    providersOf: (input: PsbtInput) => readonly SigningProvider[],
    sighashType: SighashType | undefined,
    curve: Secp256k1,
  ) => Psbt | undefined;
  /**
   * Returns a provider for an input that includes the key of the silent payment it spends.
   * `derived` receives this key, for the caller to overwrite.
   */
  readonly providerFor: (
    input: PsbtInput,
    provider: SigningProvider,
    curve: Secp256k1,
    derived?: PrivateKey[],
  ) => SigningProvider;
  /** Drops data that only signers need from final inputs. */
  readonly finish: (psbt: Psbt) => Psbt;
  /** Decodes a silent payment address of this network. */
  readonly readAddress: typeof decodeSilentAddress;
  /**
   * Returns a placeholder script for an address while coins are chosen. It has the size of the
   * final script and differs for each output.
   */
  readonly placeholder: (recipient: SilentRecipient, index: number) => Bytes;
  /**
   * Returns the PSBT with recipients instead of their placeholder scripts, by the hex of these.
   * Inputs may be added later. Returns `undefined` if no input has a key for a silent payment.
   */
  readonly pay: (psbt: Psbt, recipients: SilentPlaceholders, curve: Secp256k1) => Psbt | undefined;
};

/**
 * Computes, proves and spends silent payments. Pass it as option `silent` of `sign` or `signPsbt`.
 */
export const silentSigning: SilentSigning = {
  prepare,
  providerFor,
  finish,
  readAddress: decodeSilentAddress,
  placeholder: silentPlaceholder,
  pay,
};

function pay(psbt: Psbt, recipients: SilentPlaceholders, curve: Secp256k1): Psbt | undefined {
  const kinds = new Set(sendersOf(psbt, curve).keys.map(({ kind }) => kind));
  const isEligible = kinds.size === 0 || kinds.has('key') || kinds.has('unknown');
  if (kinds.has('forbidden') || !isEligible) return undefined;
  const outputs = psbt.outputs.map((output) => {
    const recipient = recipients.get(encodeHex(output.scriptPubKey));
    if (recipient === undefined) return output;
    const unknown = [...output.unknown, ...recipientFields(recipient, recipient.label)];
    return { ...output, scriptPubKey: emptyBytes, unknown };
  });
  return { ...psbt, outputs };
}

function prepare(
  psbt: Psbt,
  providersOf: (input: PsbtInput) => readonly SigningProvider[],
  sighashType: SighashType | undefined,
  curve: Secp256k1,
): Psbt | undefined {
  const scanKeys = scanKeysOf(psbt);
  if (scanKeys.length === 0) return hasSilentFault(psbt, curve) ? undefined : psbt;
  if (opensSilentPayment(psbt, sighashType) || hasSilentFault(psbt, curve)) return undefined;
  const shared = addShares(psbt, scanKeys, providersOf, curve);
  const done = shared && setScripts(shared, scanKeys, curve);
  if (done === undefined || hasSilentFault(done, curve)) return undefined;
  // No payee would find an output of a wrong script.
  if (hasSilentFault(done, derivingAgain(curve))) throw new ComputationFault('public key');
  return done;
}

/** Lists the scan keys without duplicates, in the order of the outputs. */
function scanKeysOf({ outputs }: Psbt): readonly Bytes[] {
  const keys = outputs.flatMap((output) => silentRecipient(output).recipient?.scanKey ?? []);
  return [...new Map(keys.map((key) => [encodeHex(key), key])).values()];
}

type FoundKey = { readonly index: number; readonly key: Bytes };

/** Adds one share for all inputs if all their keys are here, else one for each input with a key. */
function addShares(
  psbt: Psbt,
  scanKeys: readonly Bytes[],
  providersOf: (input: PsbtInput) => readonly SigningProvider[],
  curve: Secp256k1,
): Psbt | undefined {
  const senders = sendersOf(psbt, curve);
  const needed = scanKeys.filter((key) => senders.whole.get(encodeHex(key)) === undefined);
  const eligible = eligiblePlaces(senders.keys);
  if (needed.length === 0) return psbt;
  const keys = eligible.flatMap((index): FoundKey[] => {
    const [sender, input] = [senders.keys[index], psbt.inputs[index]];
    if (sender?.kind !== 'key' || input === undefined) return [];
    const key = senderSecret(input, sender.point, providersOf(input), curve);
    return key ? [{ index, key }] : [];
  });
  let made: Psbt | undefined = psbt;
  try {
    for (const scanKey of needed) made &&= addSharesFor(made, scanKey, { keys, senders }, curve);
  } finally {
    for (const { key } of keys) key.fill(0);
  }
  return made;
}

function addSharesFor(
  psbt: Psbt,
  scanKey: Bytes,
  { keys, senders }: { readonly keys: readonly FoundKey[]; readonly senders: Senders },
  curve: Secp256k1,
): Psbt | undefined {
  const name = encodeHex(scanKey);
  const eligible = eligiblePlaces(senders.keys);
  const isAlone = senders.inputs.every((shares) => shares.get(name) === undefined);
  if (isAlone && keys.length > 0 && keys.length === eligible.length) {
    const sum = sumPrivateKeys(
      keys.map(({ key }) => key),
      curve,
    );
    const fields = sum && proveShare(sum, scanKey, 'global', curve);
    sum?.fill(0);
    return fields && { ...psbt, unknown: [...psbt.unknown, ...fields] };
  }
  const inputs = [...psbt.inputs];
  for (const { index, key } of keys) {
    const input = inputs[index];
    if (input === undefined || senders.inputs[index]?.get(name)) continue;
    const fields = proveShare(key, scanKey, 'input', curve);
    if (fields === undefined) return undefined;
    inputs[index] = { ...input, unknown: [...input.unknown, ...fields] };
  }
  return { ...psbt, inputs };
}

/** Zeros add no randomness: nonces follow from the key and the share. */
const AUXILIARY = new Uint8Array(32);

function proveShare(
  privateKey: Bytes,
  scanKey: Bytes,
  place: 'global' | 'input',
  curve: Secp256k1,
): readonly RawField[] | undefined {
  const base = readPoint(scanKey, curve);
  const made = base && proveDleq({ privateKey, base, auxiliary: AUXILIARY }, curve);
  return made && shareFields(place, scanKey, encodePoint(made.share, true), made.proof);
}

/** Returns the private key that an input contributes to the shared secret, after checking it. */
function senderSecret(
  input: PsbtInput,
  point: Point,
  providers: readonly SigningProvider[],
  curve: Secp256k1,
): Bytes | undefined {
  const publicKey = encodePoint(point, true);
  const coin = spentOutput(input);
  const isTaproot = coin && solveScript(coin.scriptPubKey).kind === 'witness_v1_taproot';
  for (const provider of providers) {
    const key = isTaproot
      ? taprootSecret(input, publicKey.subarray(1), provider, curve)
      : provider.getPrivateKey(hash160(publicKey))?.reveal().slice();
    const own = key && curve.publicKey(key, true);
    if (own && equalBytes(own, publicKey)) return key;
    key?.fill(0);
  }
  return undefined;
}

/** Returns the private key of an output key with an even y: the key itself, or tweaked (BIP341). */
function taprootSecret(
  input: PsbtInput,
  outputKey: Bytes,
  provider: SigningProvider,
  curve: Secp256k1,
): Bytes | undefined {
  const direct = keyOfXOnly(outputKey, provider);
  if (direct) return withEvenY(direct.reveal(), curve);
  const known = provider.getTaprootSpendData(outputKey);
  const internalKey = known?.internalKey ?? input.tapInternalKey;
  const key = internalKey && keyOfXOnly(internalKey, provider);
  if (key === undefined || internalKey === undefined) return undefined;
  const even = withEvenY(key.reveal(), curve);
  const tweak = tapTweakHash(internalKey, known?.merkleRoot ?? input.tapMerkleRoot);
  const tweaked = curve.tweakPrivateKey(even, tweak);
  const secret = tweaked && withEvenY(tweaked, curve);
  for (const each of [even, tweaked]) each?.fill(0);
  return secret;
}

function keyOfXOnly(xOnly: Bytes, provider: SigningProvider): PrivateKey | undefined {
  const publicKey = provider.getPublicKeyByXOnlyHash(hash160(xOnly));
  const candidates = publicKey
    ? [publicKey]
    : [2, 3].map((prefix) => concatBytes(Uint8Array.of(prefix), xOnly));
  for (const each of candidates) {
    const key = provider.getPrivateKey(hash160(each));
    if (key) return key;
  }
  return undefined;
}

/**
 * Sets the scripts of outputs whose shares are complete and proven. BIP375: "If the Signer sets any
 * missing PSBT_OUT_SCRIPTs, it must set the Inputs Modifiable and Outputs Modifiable flags to
 * False."
 */
function setScripts(psbt: Psbt, scanKeys: readonly Bytes[], curve: Secp256k1): Psbt | undefined {
  const senders = sendersOf(psbt, curve);
  const outputs = [...psbt.outputs];
  let isSet = false;
  for (const scanKey of scanKeys) {
    const { share } = provenShare(scanKey, senders, curve);
    if (share === undefined) continue;
    const scripts = silentScripts(psbt, scanKey, senders, share, curve);
    if (scripts === undefined) return undefined;
    for (const [index, script] of scripts) {
      const output = outputs[index];
      if (output === undefined || output.scriptPubKey.length > 0) continue;
      outputs[index] = { ...output, scriptPubKey: script };
      isSet = true;
    }
  }
  if (!isSet) return psbt;
  const flags = psbt.txModifiable;
  return { ...psbt, outputs, ...(flags !== undefined && { txModifiable: flags & ~0b11 }) };
}

/** Adds the key "d = (b_spend + tweak) mod n" (BIP376), if it is the key of the output. */
function providerFor(
  input: PsbtInput,
  provider: SigningProvider,
  curve: Secp256k1,
  derived?: PrivateKey[],
): SigningProvider {
  const spend = silentSpend(input);
  const coin = spentOutput(input);
  const script = coin && solveScript(coin.scriptPubKey);
  if (spend === undefined || script?.kind !== 'witness_v1_taproot') return provider;
  for (const publicKey of spend.spendKeys) {
    const spendKey = provider.getPrivateKey(hash160(publicKey));
    const secret = spendKey && silentPrivateKey(spendKey, spend.tweak, curve);
    const key = secret && PrivateKey.from(secret, true);
    secret?.fill(0);
    if (key && equalBytes(key.publicKey(curve).subarray(1), script.outputKey)) {
      derived?.push(key);
      return joinProviders(createKeyProvider({ keys: [key] }, curve), provider);
    }
    key?.wipe();
  }
  return provider;
}

/** Removes the fields for spending from final inputs (BIP376). */
function finish(psbt: Psbt): Psbt {
  const inputs = psbt.inputs.map((input) => {
    if (!isFinalized(input) || silentSpend(input) === undefined) return input;
    return { ...input, unknown: input.unknown.filter((field) => !isSilentField(field, 'spend')) };
  });
  return { ...psbt, inputs };
}
