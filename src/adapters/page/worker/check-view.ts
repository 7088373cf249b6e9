import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { equalBytes } from '../../../encoding/bytes.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import { openKeysTask } from '../../../keys/open-keys.ts';
import { type FindProgress, findAccount } from '../../../keys/ring-accounts.ts';
import { isTestNetwork, readSlipKey } from '../../../keys/slip132.ts';
import { decodePsbt } from '../../../psbt/decode.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import { rawSignatures } from '../../../psbt/signature-count.ts';
import { checkSigned } from '../../../review/check.ts';
import type { Check, CheckedSignature } from '../../../review/check-model.ts';
import { runNow } from '../../../signing/task.ts';
import { isSilentAddress } from '../../../silent/silent-address.ts';
import { decodeTransaction } from '../../../transaction/codec.ts';
import type { Transaction } from '../../../transaction/transaction.ts';
import { failure } from './failures.ts';
import { readPayee } from './payee.ts';
import { otherNetwork, ringContext, ringOf, type Session } from './session.ts';
import { findSilent } from './silent-view.ts';

/** Result of checking if an address or an extended public key belongs to the open keys. */
export type AddressView = {
  readonly address: string;
  /** Path of its key, or of its account; `undefined` if it is not ours. */
  readonly path: string | undefined;
  readonly isChange: boolean;
};

/** Finds the typed or imported address or key, under all purposes and account numbers up to 20. */
export async function checkAddress(session: Session): Promise<AddressView> {
  const { payload } = session;
  if (session.keys.length === 0) throw failure('Unlock your wallet first.');
  const target =
    payload?.kind === 'extended-public-key'
      ? ownNetwork(payload.text, session)
      : readPayee(session).address;
  if (isSilentAddress(target)) {
    return { address: target, ...findSilent(session, target) };
  }
  const ring = ringOf(session);
  const context = ringContext(session);
  const { cancellation, onProgress } = session;
  const progress = (found: FindProgress) => onProgress({ step: 'plan', ...found });
  const searching = { ...context, pause: cancellation.begin() };
  const find = (accounts: number) =>
    findAccount(ring, target, { accounts, onProgress: progress }, searching);
  const near = await find(1);
  const found = near === undefined ? await find(20) : near;
  if (found !== undefined && 'error' in found) throw failure(`${found.error}.`);
  if (found === undefined) return { address: target, path: undefined, isChange: false };
  const { path, branch, index, key } = found;
  const [, id = ''] = /^\[([0-9a-f]{8})/.exec(key) ?? [];
  const account = path.replace(/^m/, id);
  const at = branch === undefined ? account : `${account}/${branch}/${index}`;
  return { address: target, path: at, isChange: branch === 1 };
}

/** Returns an extended public key, if it is for the chosen network. */
function ownNetwork(xpub: string, session: Session): string {
  const isTest = isTestNetwork(session.network);
  const key = readSlipKey(xpub.replace(/^\[.*\]/, ''));
  const theirs = isTest
    ? (['main'] as const)
    : (['test', 'testnet4', 'signet', 'regtest'] as const);
  if (key !== undefined && key.isTest !== isTest) throw otherNetwork(theirs, session);
  return xpub;
}

/** Keeps the imported PSBT as the version before the other signer had it. */
export function keepBefore(session: Session): void {
  session.before = psbtPayload(session);
}

/** Result of checking another signer. */
export type SignerCheck = Check & {
  /**
   * `none`: the answer has no signature. `old`: all of them were in the PSBT that was sent.
   * `foreign`: they are for another transaction. `undefined`: some are new.
   */
  readonly lacks: 'none' | 'old' | 'foreign' | undefined;
  /** Fingerprint of the signer of each signature, or its public key in hexadecimal. */
  readonly signers: readonly string[];
};

/** Finds the changes that the other signer made. */
export function checkAfter(session: Session): SignerCheck {
  const { before } = session;
  if (before === undefined) throw failure('Open the PSBT that you sent first.');
  const after = transactionPayload(session) ?? psbtPayload(session);
  const { network, secp256k1 } = ringContext(session);
  const given = { ring: ringOf(session) };
  const own = runNow(openKeysTask(given, before, { networks: [network], secp256k1 }));
  const found = checkSigned(before, after, {
    secp256k1: kernelSecp256k1,
    provider: session.keys.length > 0 ? own.provider : undefined,
    network: session.network,
  });
  for (const key of own.privateKeys) key.wipe();
  const isAnySigned =
    'txVersion' in after
      ? after.inputs.some((input) => rawSignatures(input).length > 0)
      : after.inputs.some(({ witness, scriptSig }) => witness.length + scriptSig.length > 0);
  const isChanged = found.changes.some(({ part }) => part === 'transaction');
  const had = isChanged ? ('foreign' as const) : ('old' as const);
  const lacks = found.signatures.length > 0 ? undefined : isAnySigned ? had : ('none' as const);
  const signers = found.signatures.map((signature) => signerOf(signature, before));
  return { ...found, lacks, signers };
}

/** Names a signer as the PSBT does: by the fingerprint of the master key, if it is there. */
function signerOf({ input, publicKey }: CheckedSignature, { inputs }: Psbt): string {
  const { keyPaths = [], tapKeyPaths = [] } = inputs[input] ?? {};
  // Taproot names a key without its first byte.
  const named =
    keyPaths.find((each) => equalBytes(each.publicKey, publicKey)) ??
    tapKeyPaths.find(({ xOnly }) => equalBytes(xOnly, publicKey.subarray(-32)));
  return encodeHex(named?.origin.fingerprint ?? publicKey);
}

function transactionPayload({ payload }: Session): Transaction | undefined {
  return payload?.kind === 'transaction'
    ? decodeTransaction(payload.bytes, { witness: true })
    : undefined;
}

function psbtPayload({ payload }: Session): Psbt {
  const psbt = payload?.kind === 'psbt' ? decodePsbt(payload.bytes, kernelSecp256k1) : undefined;
  if (psbt === undefined || 'error' in psbt)
    throw failure('This is not a PSBT. Open the file from the signer.');
  return psbt;
}
