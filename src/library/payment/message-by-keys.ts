import type { Curve, Secp256k1 } from '../../crypto/secp256k1.ts';
import { expandMany } from '../../descriptor/expand.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { encodeBase64 } from '../../encoding/base64.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { invariant } from '../../encoding/invariant.ts';
import { keyOfAddress, signCompact } from '../../message/compact-signature.ts';
import type { Message } from '../../message/message.ts';
import { type CoinToProve, signMessageTask } from '../../message/sign.ts';
import { toSign, toSpend } from '../../message/virtual-transactions.ts';
import { createPsbt, type Psbt } from '../../psbt/psbt.ts';
import { signPsbt } from '../../psbt/sign-psbt.ts';
import { solveScript } from '../../script/templates.ts';
import { signWith } from '../../signing/batch-signer.ts';
import type { FailedInput } from '../../signing/job.ts';
import { hideFromProvider, joinProviders, type SigningProvider } from '../../signing/provider.ts';
import type { ExternalSigner } from '../../signing/signature-request.ts';
import { runNow } from '../../signing/task.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import type { OpenCoin } from './coin-account.ts';
import { openAppKeys, type SigningKey } from './keys.ts';
import { outside } from './outside.ts';
import type { Account, AccountCoin, AccountSide } from './types.ts';

/** A device or a service that signs messages itself. */
export type MessageDevice = {
  /** Returns the signature in base64, in the form of BIP137 or BIP322. It is verified. */
  signMessage(message: Message, address: string): string | Promise<string>;
};

/** The address that signs a message, and its signer. */
export type SignMessageOptions = {
  /** The account that has the address. */
  readonly account: Account;
  /** The position of the address, from 0. Default: 0. */
  readonly index?: number | undefined;
  /** The side of `index`. Default: `receive`. */
  readonly side?: AccountSide | undefined;
  /** Private keys. Default: those in the account's descriptor. */
  readonly keys?: SigningKey | readonly SigningKey[] | undefined;
  /** Signs digests. */
  readonly signer?: ExternalSigner | undefined;
  /** Signs the message itself. */
  readonly device?: MessageDevice | undefined;
  /**
   * Format of the signature: `legacy` is that of Core's signmessage, for P2PKH, and of BIP137, for
   * P2WPKH and P2WPKH in P2SH; `simple` and `full` are BIP322. Default: `legacy` for P2PKH,
   * `simple` for segwit, `full` for the rest.
   */
  readonly format?: 'legacy' | 'simple' | 'full' | undefined;
  /**
   * If false, a `simple` signature does not begin with `smp`. BIP322 asks for these letters, and
   * verifiers that are older than them, such as bip322-js 3, reject them. A `full` signature cannot
   * do without its prefix. Default: true.
   */
  readonly prefix?: boolean | undefined;
  /**
   * Coins whose keys sign too: a proof of funds (BIP322). Their accounts have the keys, or `keys`.
   * A coin without `previousTransaction` is only claimed, and must be segwit. The signature does
   * not prove that a coin is unspent.
   */
  readonly coins?: readonly AccountCoin[] | undefined;
  /** Default: the curve in pure JavaScript. */
  readonly secp256k1?: Curve | undefined;
};

type MessageSigning = Omit<SignMessageOptions, 'coins'> & {
  readonly coins: readonly OpenCoin[];
  readonly index: number;
  readonly side: AccountSide;
  readonly secp256k1: Secp256k1;
};

export async function signByKeys(
  message: Message,
  script: Bytes,
  options: MessageSigning,
): Promise<string> {
  const { coins, secp256k1, signer, format } = options;
  const own = publicKeysOf(options);
  const toProve = coins.map(({ txid, vout, value, scriptPubKey, previousTransaction }) => ({
    prevout: { txid, vout },
    output: { value, scriptPubKey },
    previousTransaction,
  }));
  const psbt = describeSpend({ message, script, coins: toProve }, own, secp256k1);
  const keys = runNow(openAppKeys(options.keys ?? accountsOf(options), { psbt, secp256k1 }));
  try {
    const known = joinProviders(own, keys.provider);
    const { kind } = solveScript(script);
    const isUsual = format === undefined && signer === undefined && coins.length === 0;
    if (format === 'legacy' || (isUsual && kind === 'pubkeyhash')) {
      if (coins.length > 0) throw wrongFormat();
      return signLegacy(message, script, known, secp256k1);
    }
    const provider = signer === undefined ? known : { ...known, canSign: () => true };
    const job = { message, scriptPubKey: script, provider, format, coins: toProve, secp256k1 };
    const signers = signer === undefined ? {} : { signer: outside('The signer', signer) };
    const signed = await signWith(job, signers, (each) => signMessageTask(job, each));
    if (typeof signed === 'string') return signed;
    if (signed.error === 'FORMAT') throw wrongFormat();
    if (signed.error === 'NOT_SIGNED') throw missingKeys(signed.inputs, coins);
    throw previousMissing(coins[signed.coin]);
  } finally {
    keys.wipe();
  }
}

/** The account of the address, and those of the coins. */
const accountsOf = ({ account, coins }: MessageSigning): readonly Account[] => [
  ...new Set([account, ...coins.map((coin) => coin.account)]),
];

/** Returns the public keys and scripts of the address and of the coins. */
function publicKeysOf({ account, side, index, coins, secp256k1 }: MessageSigning): SigningProvider {
  const flatProvider = createFlatSigningProvider();
  for (const place of [{ account, side, index }, ...coins]) {
    const findPrivateKey = privateKeyLookup(place.account.privateKeys);
    const source = { secp256k1, findPrivateKey };
    const [expansion] = expandMany(place.account[place.side], [place.index], source);
    invariant(expansion !== undefined, 'the position was derived');
    mergeFlatSigningProvider(flatProvider, expansion.flatProvider);
  }
  return hideFromProvider(toSigningProvider(flatProvider), { secrets: true, origins: false });
}

function wrongFormat(): ColdsignError {
  return argumentError(
    'The address cannot sign in this format',
    'legacy is for P2PKH, P2WPKH, and P2WPKH in P2SH; simple is for segwit addresses; coins need neither. Leave format out for the one that fits.',
  );
}

/** The first input is the address, and the others are the coins. */
function missingKeys(
  inputs: readonly FailedInput[] = [],
  coins: readonly OpenCoin[] = [],
): ColdsignError {
  const coin = coins[(inputs[0]?.index ?? 0) - 1];
  const what = coin === undefined ? 'the address' : `the coin ${outPointKey(coin)}`;
  return new ColdsignError('NOT_FINAL', `Keys for ${what} are missing`, {
    hint: `Give all keys that ${what} needs, or an account whose descriptor has them.`,
  });
}

const previousMissing = (coin: OpenCoin | undefined): ColdsignError =>
  new ColdsignError(
    'PREVIOUS_TRANSACTION_MISSING',
    `The transaction that made the coin ${coin ? outPointKey(coin) : ''} is missing`,
    {
      hint: 'A coin that is not native segwit is proven by its transaction: give it to account.coins.',
    },
  );

function signLegacy(
  message: Message,
  script: Bytes,
  provider: SigningProvider,
  secp256k1: Secp256k1,
): string {
  const found = keyOfAddress(script, provider);
  if (found === undefined) throw wrongFormat();
  if (found.key === undefined) throw missingKeys();
  return encodeBase64(signCompact(message, found.key, secp256k1, found.kind));
}

type Spend = {
  readonly message: Message;
  readonly script: Bytes;
  readonly coins: readonly CoinToProve[];
};

/** Returns BIP322's transaction as a PSBT, with the keys that sign and their origins. */
function describeSpend(
  { message, script, coins }: Spend,
  provider: SigningProvider,
  secp256k1: Secp256k1,
): Psbt {
  const spend = toSpend(message, script);
  const prevouts = coins.map(({ prevout }) => prevout);
  const blank = createPsbt(toSign(spend, prevouts, {}), 2);
  const spent = [{ output: spend.outputs[0], previousTransaction: spend }, ...coins];
  const inputs = blank.inputs.map((input, i) => ({
    ...input,
    nonWitnessUtxo: spent[i]?.previousTransaction,
    witnessUtxo: spent[i]?.output,
  }));
  const known = signPsbt({ psbt: { ...blank, inputs }, provider, secp256k1, finalize: false });
  return 'error' in known ? { ...blank, inputs } : known.psbt;
}
