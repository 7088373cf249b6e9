import { hash160 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import {
  addKnowledge,
  createKnowledge,
  type Knowledge,
  knowledgeProvider,
} from '../descriptor/knowledge.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isFinalized } from '../psbt/encode.ts';
import { dropUnnecessaryTransactions } from '../psbt/finalize.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { isSignedAndVerified, openSession, type PsbtSession, withInput } from '../psbt/session.ts';
import { type PsbtFault, signPsbtInput } from '../psbt/sign.ts';
import { updatePsbtOutput } from '../psbt/update-output.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import { publicKeysOfXOnly } from '../signing/keys.ts';
import type { MusigSource } from '../signing/musig-creator.ts';
import { hideFromProvider } from '../signing/provider.ts';
import { findOwners, type Wallet } from './wallet.ts';
import {
  findPublicKey,
  findScript,
  knowledgeAt,
  type WalletDescriptor,
} from './wallet-descriptor.ts';

/** Core: common::PSBTFillOptions. */
export type FillOptions = {
  readonly sign: boolean;
  /** Left out: DEFAULT for taproot, ALL for the rest. */
  readonly sighashType?: SighashType | undefined;
  /** Put complete inputs into their final form. */
  readonly finalize: boolean;
  /** Tell where keys come from. */
  readonly bip32Derivs: boolean;
  /** Absent: keys that sign together add nothing. */
  readonly musig?: MusigSource | undefined;
};

export type FilledPsbt = {
  readonly psbt: Psbt;
  /** Every input is final and holds. */
  readonly complete: boolean;
};

/** A PSBT with all that the wallet knows of it and can sign. The wallet must not be locked when `sign`. Core: CWallet::FillPSBT. */
export function fillPsbt(
  wallet: Wallet,
  psbt: Psbt,
  options: FillOptions,
  secp256k1: Secp256k1,
): FilledPsbt | { readonly fault: PsbtFault } {
  const opened = openSession(withPreviousTransactions(psbt, wallet), secp256k1);
  if (opened === undefined) return { fault: 'INVALID_TX' };
  let session = opened;
  for (const index of psbt.inputs.keys()) {
    const filled = fillInput(session, index, wallet, options);
    if ('fault' in filled) return filled;
    session = filled;
  }
  const outputs = psbt.outputs.map((output) => fillOutput(output, wallet, options, secp256k1));
  const filled = dropUnnecessaryTransactions({ ...session.psbt, outputs });
  const done = { ...session, psbt: filled };
  const complete = [...psbt.inputs.keys()].every((index) => isSignedAndVerified(done, index));
  return { psbt: filled, complete };
}

function withPreviousTransactions(psbt: Psbt, { ledger }: Wallet): Psbt {
  const inputs = psbt.inputs.map((input): PsbtInput => {
    if (isFinalized(input) || input.nonWitnessUtxo) return input;
    const known = ledger.transactions.get(input.prevout.txid);
    return known ? { ...input, nonWitnessUtxo: known.transaction } : input;
  });
  return { ...psbt, inputs };
}

/** Core: DescriptorScriptPubKeyMan::FillPSBT, of every descriptor that can add something. */
function fillInput(
  opened: PsbtSession,
  index: number,
  wallet: Wallet,
  options: FillOptions,
): PsbtSession | { readonly fault: PsbtFault } {
  let session = opened;
  const script = spentScript(session.psbt.inputs[index]);
  if (script === 'none' || wallet.descriptors.size === 0) return session;
  if (script === 'missing') return { fault: 'MISSING_INPUTS' };
  for (const findKnowledge of sourcesFor(script, wallet, options, session.secp256k1)) {
    const current = session.psbt.inputs[index];
    const knowledge = current && !isFinalized(current) ? findKnowledge(current) : undefined;
    if (knowledge === undefined) continue;
    const provider = hideFromProvider(knowledgeProvider(knowledge), {
      secrets: !options.sign,
      origins: !options.bip32Derivs,
    });
    const { input, fault } = signPsbtInput(session, index, { ...options, provider });
    if (fault !== undefined && fault !== 'INCOMPLETE') return { fault };
    session = withInput(session, index, input);
  }
  return session;
}

/** `none`: there is nothing to do. `missing`: the previous transaction has no such output. */
function spentScript(input: PsbtInput | undefined): Bytes | 'none' | 'missing' {
  if (input === undefined || isFinalized(input)) return 'none';
  if (input.witnessUtxo) return input.witnessUtxo.scriptPubKey;
  if (input.nonWitnessUtxo === undefined) return 'none';
  return input.nonWitnessUtxo.outputs[input.prevout.vout]?.scriptPubKey ?? 'missing';
}

type KnowledgeSource = (input: PsbtInput) => Knowledge | undefined;

/**
 * Whom to ask about an input: the descriptors that know its script; then those that may have private keys for what is known of it
 * by then; and one that knows nothing, which finishes what others began.
 */
function sourcesFor(
  script: Bytes,
  { descriptors, keyring }: Wallet,
  { sign }: FillOptions,
  secp256k1: Secp256k1,
): readonly KnowledgeSource[] {
  const environment = { secp256k1, keyring };
  const owners: KnowledgeSource[] = [];
  const others: KnowledgeSource[] = [];
  for (const owner of descriptors.values()) {
    const place = findScript(owner, encodeHex(script));
    if (place === undefined) {
      others.push((input) => knowledgeOfKeys(owner, publicKeysOf(input, script), environment));
    } else owners.push(() => knowledgeAt(owner, place, environment, { secrets: sign }));
  }
  return [...(owners.length > 0 ? owners : [createKnowledge]), ...others];
}

/** Keys that the input names, whether or not the wallet knows its script. */
function publicKeysOf(input: PsbtInput, script: Bytes): readonly Bytes[] {
  const template = solveScript(script);
  const output = template.kind === 'witness_v1_taproot' ? [template.outputKey] : [];
  const xOnly = [...output, ...input.tapKeyPaths.map((path) => path.xOnly)];
  const keys = input.keyPaths.map(({ publicKey }) => publicKey);
  return [...keys, ...xOnly.flatMap(publicKeysOfXOnly)];
}

/** All that a descriptor knows where it has the private keys of these. */
function knowledgeOfKeys(
  owner: WalletDescriptor,
  candidates: readonly Bytes[],
  environment: Parameters<typeof knowledgeAt>[2],
): Knowledge | undefined {
  let all: Knowledge | undefined;
  for (const publicKey of candidates) {
    const index = findPublicKey(owner, encodeHex(publicKey));
    const knowledge =
      index === undefined ? undefined : knowledgeAt(owner, index, environment, { secrets: true });
    if (!knowledge?.privateKeys.has(encodeHex(hash160(publicKey)))) continue;
    all ??= createKnowledge();
    addKnowledge(all, knowledge);
  }
  return all;
}

/** Tells signers which outputs are the wallet's: scripts, keys and where they come from. */
function fillOutput(
  output: PsbtOutput,
  wallet: Wallet,
  { bip32Derivs }: FillOptions,
  secp256k1: Secp256k1,
): PsbtOutput {
  let filled = output;
  for (const { owner, index } of findOwners(wallet, encodeHex(output.script))) {
    const environment = { secp256k1, keyring: wallet.keyring };
    const knowledge = knowledgeAt(owner, index, environment, { secrets: false });
    if (knowledge === undefined) continue;
    const hide = { secrets: true, origins: !bip32Derivs };
    const provider = hideFromProvider(knowledgeProvider(knowledge), hide);
    filled = updatePsbtOutput(filled, provider, secp256k1);
  }
  return filled;
}
