import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { isBytes } from '../../../encoding/bytes.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import {
  getMember,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../json/json.ts';
import { decodePsbt } from '../../../psbt/decode.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import { spentCoins } from '../../../psbt/session.ts';
import { unsignedTransaction } from '../../../psbt/unsigned-transaction.ts';
import { type CheckedSignature, checkSigned } from '../../../review/check.ts';
import { walletOwners } from '../../../review/own-wallet.ts';
import { verifymessage } from '../../../rpc/methods/verifymessage.ts';
import { walletProvider } from '../../../rpc/wallet/sign-with-wallet.ts';
import { decodeAddress } from '../../../script/address.ts';
import { decodeTransaction } from '../../../transaction/codec.ts';
import type { Transaction } from '../../../transaction/transaction.ts';
import { openWalletsOf } from '../../../wallet-host/host.ts';
import { readPayee } from './payee.ts';
import { reachTo } from './reach.ts';
import { callMethod, failure, type Session } from './session.ts';

/** Whether an address is the open wallet's. */
export type AddressView = {
  readonly address: string;
  readonly isOwn: boolean;
  /** Fingerprint and path of its key. */
  readonly path: string | undefined;
  readonly isChange: boolean;
  /** How many addresses of each branch were compared. */
  readonly compared: number;
};

/** As far as an address is looked for that was not given out by this page. */
const FAR = 1000;

export async function checkAddress(session: Session): Promise<AddressView> {
  const { address } = readPayee(session);
  const script = decodeAddress(address, session.network);
  if (!isBytes(script)) throw failure('This is no address of the network that is chosen.');
  await reachTo(session, FAR);
  const [open] = openWalletsOf(session.wallets);
  if (open === undefined) throw failure('Open your keys, or a wallet without keys, first.');
  const [owner] = walletOwners(open.value, kernelSecp256k1)([{ script, hints: [] }]);
  const path = owner?.paths.join(', ');
  const isChange = path !== undefined && /\/1\/\d+$/.test(path);
  return { address, isOwn: owner !== undefined, path, isChange, compared: FAR };
}

/** What another signer did with a PSBT. */
export type CheckView = {
  readonly isFine: boolean;
  readonly changes: readonly string[];
  readonly signatures: readonly (Pick<
    CheckedSignature,
    'input' | 'isValid' | 'derivation' | 'isRepeated'
  > & { readonly key: string })[];
};

/** The PSBT that was carried in is the one from before the other signer had it. */
export function keepBefore(session: Session): void {
  session.before = carriedPsbt(session);
}

export function checkAfter(session: Session): CheckView {
  const { before } = session;
  if (before === undefined) throw failure('Bring the PSBT from before first.');
  const provider = ownKeys(before, session);
  const after = carriedTransaction(session) ?? carriedPsbt(session);
  const found = checkSigned(before, after, {
    secp256k1: kernelSecp256k1,
    provider,
    network: session.network,
  });
  return {
    isFine: found.isFine,
    changes: found.changes.map(({ text }) => text),
    signatures: found.signatures.map(({ input, isValid, derivation, isRepeated, publicKey }) => ({
      ...{ input, isValid, derivation, isRepeated },
      key: encodeHex(publicKey),
    })),
  };
}

function carriedTransaction({ carried }: Session): Transaction | undefined {
  return carried?.kind === 'transaction'
    ? decodeTransaction(carried.bytes, { witness: true })
    : undefined;
}

function carriedPsbt({ carried }: Session): Psbt {
  const psbt = carried?.kind === 'psbt' ? decodePsbt(carried.bytes, kernelSecp256k1) : undefined;
  if (psbt === undefined || 'error' in psbt) throw failure('This is no PSBT.');
  return psbt;
}

function ownKeys(psbt: Psbt, { wallets }: Session) {
  const [open] = openWalletsOf(wallets);
  const transaction = unsignedTransaction(psbt);
  if (open === undefined || transaction === undefined) return undefined;
  return walletProvider(open.value, kernelSecp256k1)(transaction, spentCoins(psbt));
}

/** Whether a message was signed for an address. */
export type MessageView = {
  readonly state: 'valid' | 'inconclusive' | 'invalid';
  /** Why not. */
  readonly reason: string | undefined;
  /** Locks that it holds under, and coins that it names: a line each. */
  readonly conditions: readonly string[];
};

export async function checkMessage(
  session: Session,
  given: { readonly address: string; readonly message: string; readonly signature: string },
): Promise<MessageView> {
  const answer = await callMethod(session, verifymessage, { ...given, verbose: true });
  const text = (name: string) => textOf(getMember(answer, name));
  const state = text('state');
  const reason = text('reason');
  const coins = getMember(answer, 'utxos');
  const locks = ['locktime', 'sequence'].filter((name) => !['', '0'].includes(text(name)));
  return {
    state: state === 'valid' || state === 'inconclusive' ? state : 'invalid',
    reason: reason === '' ? undefined : reason,
    conditions: [
      ...locks.map((name) => `${name} ${text(name)}`),
      ...(isJsonArray(coins) ? coins : []).filter(isJsonObject).map(coinLine),
    ],
  };
}

function coinLine(coin: JsonObject): string {
  const text = (name: string) => textOf(getMember(coin, name));
  const certainty = getMember(coin, 'proven') === true ? 'proven' : 'claimed only';
  return `${text('amount')} BTC, ${certainty}: ${text('txid')}:${text('vout')}`;
}

function textOf(value: Json): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return isJsonNumber(value) ? value.number : '';
}
