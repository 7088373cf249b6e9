import { hash160, ripemd160 } from '../crypto/hash.ts';
import { type Bytes, concatBytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { p2pkhScript } from '../script/builders.ts';
import { pushMinimal } from '../script/script.ts';
import { type ScriptKind, solveScript } from '../script/templates.ts';
import type { SignatureCreator } from './creator.ts';
import { findEcdsaSignature, findPublicKey } from './keys.ts';
import type { SigningProvider } from './provider.ts';
import { satisfyWitnessScript } from './satisfier.ts';
import { signTaproot } from './sign-taproot.ts';
import type { SignatureData } from './signature-data.ts';
import {
  buildSignatureData,
  createSignatureDataBuilder,
  type SigningContext,
} from './signature-data-builder.ts';

/** The satisfying stack of one script, or the script or hash that it contains. */
type Step = {
  readonly kind: ScriptKind;
  readonly solved: boolean;
  readonly stack: readonly Bytes[];
};

export type Produced = {
  readonly data: SignatureData;
  /**
   * True if all data that the templates require was found. Only verification shows whether it is
   * right.
   */
  readonly solved: boolean;
};

/**
 * Assembles scriptSig and witness from the known signatures and scripts, the provider and the
 * creator. Core: ProduceSignature (script/sign.cpp), without its final verification.
 */
export function produceSignature(
  provider: SigningProvider,
  creator: SignatureCreator,
  scriptPubKey: Bytes,
  known: SignatureData,
): Produced {
  const context: SigningContext = { provider, creator, data: createSignatureDataBuilder(known) };
  let step = signStep(context, scriptPubKey, 'base');
  let redeemScript: Bytes | undefined;
  if (step.solved && step.kind === 'scripthash') {
    redeemScript = step.stack[0] ?? emptyBytes;
    context.data.redeemScript = redeemScript;
    const inner = signStep(context, redeemScript, 'base');
    step = { ...inner, solved: inner.solved && inner.kind !== 'scripthash' };
  }
  const spend = spendBy(context, step, redeemScript, known);
  const stack = redeemScript ? [...spend.stack, redeemScript] : spend.stack;
  const data = buildSignatureData(context.data, {
    scriptSig: concatBytes(...stack.map(pushMinimal)),
    witness: spend.witness,
    isWitness: spend.isWitness,
  });
  return { data, solved: spend.solved };
}

type Spend = {
  /** Stack elements of the scriptSig, before the redeem script. */
  readonly stack: readonly Bytes[];
  readonly witness: readonly Bytes[];
  readonly isWitness: boolean;
  readonly solved: boolean;
};

function spendBy(
  context: SigningContext,
  step: Step,
  redeemScript: Bytes | undefined,
  known: SignatureData,
): Spend {
  const { kind, solved, stack } = step;
  if (solved && kind === 'witness_v0_keyhash') return spendKeyHash(context, stack[0] ?? emptyBytes);
  if (solved && kind === 'witness_v0_scripthash') {
    return spendWitnessScript(context, stack[0] ?? emptyBytes);
  }
  if (kind === 'witness_v1_taproot' && redeemScript === undefined) {
    // An existing witness is kept if no new one can be made.
    return { stack: [], witness: solved ? stack : known.witness, isWitness: true, solved };
  }
  return { stack, witness: [], isWitness: false, solved };
}

function spendKeyHash(context: SigningContext, keyHash: Bytes): Spend {
  const { solved, stack } = signStep(context, p2pkhScript(keyHash), 'witness_v0');
  return { stack: [], witness: stack, isWitness: true, solved };
}

function spendWitnessScript(context: SigningContext, witnessScript: Bytes): Spend {
  context.data.witnessScript = witnessScript;
  const step = signStep(context, witnessScript, 'witness_v0');
  let solved = step.solved && !nestsAgain(step.kind);
  let stack = step.stack;
  // Partial multisig signatures are kept, because the next signer adds to them.
  if (!solved && stack.length === 0) {
    const satisfaction = satisfyWitnessScript(context, witnessScript);
    solved = satisfaction !== undefined;
    stack = satisfaction ?? [];
  }
  return { stack: [], witness: [...stack, witnessScript], isWitness: true, solved };
}

function nestsAgain(kind: ScriptKind): boolean {
  return kind === 'scripthash' || kind === 'witness_v0_scripthash' || kind === 'witness_v0_keyhash';
}

/** Core: SignStep. */
function signStep(context: SigningContext, script: Bytes, sigVersion: 'base' | 'witness_v0'): Step {
  const template = solveScript(script);
  const { kind } = template;
  const answer = (stack: readonly Bytes[] | undefined): Step =>
    stack ? { kind, solved: true, stack } : { kind, solved: false, stack: [] };
  switch (template.kind) {
    case 'nonstandard':
    case 'nulldata':
    case 'witness_unknown':
      return answer(undefined);
    case 'anchor':
      return answer([]);
    case 'pubkey':
      return answer(list(findEcdsaSignature(context, template.publicKey, script, sigVersion)));
    case 'pubkeyhash':
      return answer(signKeyHash(context, template.hash, script, sigVersion));
    case 'scripthash':
      return answer(list(findRedeemScript(context, template.hash)));
    case 'multisig':
      return { kind, ...signMultisig(context, template, script, sigVersion) };
    case 'witness_v0_keyhash':
      return answer([template.hash]);
    case 'witness_v0_scripthash':
      return answer(list(findWitnessScript(context, template.hash)));
    case 'witness_v1_taproot':
      return answer(signTaproot(context, template.outputKey));
  }
}

function list<T>(value: T | undefined): readonly T[] | undefined {
  return value === undefined ? undefined : [value];
}

function signKeyHash(
  context: SigningContext,
  keyHash: Bytes,
  script: Bytes,
  sigVersion: 'base' | 'witness_v0',
): readonly Bytes[] | undefined {
  const publicKey = findPublicKey(context, keyHash);
  // The private key of a key found by its x-only form is stored under another hash.
  const ownHash = context.provider.getPrivateKey(keyHash) ? keyHash : undefined;
  const signature =
    publicKey && findEcdsaSignature(context, publicKey, script, sigVersion, ownHash);
  return publicKey && signature && [signature, publicKey];
}

/**
 * Returns signatures in the order of the keys, at most `required`. The data receives all signatures
 * that can be made.
 */
function signMultisig(
  context: SigningContext,
  { required, publicKeys }: { readonly required: number; readonly publicKeys: readonly Bytes[] },
  script: Bytes,
  sigVersion: 'base' | 'witness_v0',
): { readonly solved: boolean; readonly stack: readonly Bytes[] } {
  // OP_CHECKMULTISIG pops an extra element.
  const stack: Bytes[] = [emptyBytes];
  for (const publicKey of publicKeys) {
    const signature = findEcdsaSignature(context, publicKey, script, sigVersion);
    if (signature && stack.length <= required) stack.push(signature);
  }
  const solved = stack.length === required + 1;
  // Core pads less than it could, because its loop counts up while the stack grows.
  for (let i = 0; i + stack.length < required + 1; i++) stack.push(emptyBytes);
  return { solved, stack };
}

function findRedeemScript(context: SigningContext, hash: Bytes): Bytes | undefined {
  const script = findScript(context, hash);
  if (script === undefined) context.data.missingRedeemScript = hash;
  return script;
}

function findWitnessScript(context: SigningContext, sha256: Bytes): Bytes | undefined {
  const script = findScript(context, ripemd160(sha256));
  if (script === undefined) context.data.missingWitnessScript = sha256;
  return script;
}

/**
 * Finds a script in the provider, then in the transaction's data. Scripts absent from the data are
 * empty there, and match the hash of the empty script. Core: GetCScript (sign.cpp).
 */
function findScript({ provider, data }: SigningContext, hash: Bytes): Bytes | undefined {
  const { redeemScript = emptyBytes, witnessScript = emptyBytes } = data;
  return (
    provider.getScript(hash) ??
    [redeemScript, witnessScript].find((script) => equalBytes(hash160(script), hash))
  );
}
