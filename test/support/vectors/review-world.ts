import { HDKey } from '@scure/bip32';
import { hash160 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import type { PrivateKey } from '../../../src/crypto/private-key.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import type { Descriptor } from '../../../src/descriptor/descriptor.ts';
import { expand, expandPrivate } from '../../../src/descriptor/expand.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
} from '../../../src/descriptor/flat-signing-provider.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { privateKeyLookup } from '../../../src/descriptor/private-keys.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createPsbt, type Psbt, type PsbtInput, type PsbtOutput } from '../../../src/psbt/psbt.ts';
import { UNSPENDABLE_KEY } from '../../../src/script/taproot.ts';
import { solveScript } from '../../../src/script/templates.ts';
import type { OutPoint, Transaction, TxOut } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';

const versions = { private: 0x04358394, public: 0x043587cf };

/** Makes the members of a new value writable. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A person with a seed. */
export type Person = { readonly root: HDKey; readonly fingerprint: string };

export function person(seed: number): Person {
  const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(seed), versions);
  return { root, fingerprint: root.fingerprint.toString(16).padStart(8, '0') };
}

/** Returns a key expression at a path, followed by `<0;1>/*`. `secret`: with the private key. */
export function keyAt({ root, fingerprint }: Person, path: string, secret = false): string {
  const account = root.derive(`m/${path.replaceAll('h', "'")}`);
  const key = secret ? account.privateExtendedKey : account.publicExtendedKey;
  return `[${fingerprint}/${path}]${key}/<0;1>/*`;
}

/** Returns a key expression from BIP341's point, with a chain code of these bytes. */
export function unspendableAt(fill: number): string {
  const publicKey = Uint8Array.of(2, ...UNSPENDABLE_KEY);
  const root = new HDKey({ versions, publicKey, chainCode: new Uint8Array(32).fill(fill) });
  return `${root.publicExtendedKey}/<0;1>/*`;
}

/**
 * Returns the JSON that `importdescriptors` needs for a wallet with the secrets of an account of
 * two branches.
 */
export function importOfSecrets(text: string): string {
  const requests = ['0', '1'].map((branch) => ({
    desc: addChecksum(text.replaceAll('<0;1>', branch)),
    timestamp: 'now',
    active: true,
    internal: branch === '1',
    range: [0, 99],
  }));
  return JSON.stringify(requests);
}

/** Returns the two descriptors of a text with `<0;1>`: for addresses and for change. */
export function descriptorsOf(text: string): readonly [Descriptor, Descriptor] {
  const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1 });
  if ('error' in parsed) throw new Error(`${text}: ${parsed.error}`);
  const [first, second = first] = parsed.descriptors;
  return [first, second];
}

/** Returns the private keys in texts, by the hash160 of their public keys. */
export function privateKeysOf(texts: readonly string[]): ReadonlyMap<string, PrivateKey> {
  return new Map(
    texts.flatMap((text) => {
      const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1 });
      return 'error' in parsed ? [] : [...parsed.privateKeys];
    }),
  );
}

/** Returns the private keys in a text. */
export function secretsOf(text: string, branch: 0 | 1, position: number): FlatSigningProvider {
  const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1 });
  if ('error' in parsed) throw new Error(parsed.error);
  const descriptor = parsed.descriptors[branch] ?? parsed.descriptors[0];
  const source = { secp256k1, findPrivateKey: privateKeyLookup(parsed.privateKeys) };
  const expansion = expand(descriptor, position, source);
  const knowledge = expansion?.flatProvider ?? createFlatSigningProvider();
  expandPrivate(descriptor, position, source, knowledge);
  return knowledge;
}

/** A script of a descriptor, and its owner's data about it. */
export type Place = { readonly script: Bytes; readonly knowledge: FlatSigningProvider };

export function place(text: string, branch: 0 | 1, position: number): Place {
  const descriptor = descriptorsOf(text)[branch];
  // Hardened steps need the private key.
  const findPrivateKey = privateKeyLookup(privateKeysOf([text]));
  const expansion = expand(descriptor, position, { secp256k1, findPrivateKey });
  const script = expansion?.scripts[0];
  if (expansion === undefined || script === undefined) throw new Error(`no script of ${text}`);
  return { script, knowledge: expansion.flatProvider };
}

/** A coin to spend: its content, and the facts that are given about it. */
export type CoinSpec = Place & {
  readonly value: bigint;
  /** Distinguishes the previous transaction. */
  readonly nonce: number;
  /** The transaction and output that created it. Absent: an invented one. */
  readonly made?: { readonly transaction: Transaction; readonly vout: number };
  /** A false value. Absent: the true one. */
  readonly claimed?: bigint;
  /** True if the previous transaction is included. */
  readonly previous?: boolean;
  readonly sequence?: number;
  readonly change?: (input: Mutable<PsbtInput>) => void;
};

export type OutputSpec = {
  readonly value: bigint;
  readonly script: Bytes;
  /** The owner's data, or what someone claims it to be. */
  readonly knowledge?: FlatSigningProvider;
  readonly change?: (output: Mutable<PsbtOutput>) => void;
};

/** Returns the transaction that created a coin, in its second output. */
export function previousOf({
  nonce,
  value,
  script,
}: Pick<CoinSpec, 'nonce' | 'value' | 'script'>): Transaction {
  const other: TxOut = {
    value: 1_000_000n,
    scriptPubKey: new Uint8Array(22).fill(7, 2).fill(20, 1, 2).fill(0, 0, 1),
  };
  return {
    version: 2,
    inputs: [
      {
        prevout: { txid: nonce.toString(16).padStart(64, '0'), vout: 0 },
        scriptSig: new Uint8Array(0),
        sequence: 0xffffffff,
        witness: [],
      },
    ],
    outputs: [other, { value, scriptPubKey: script }],
    locktime: 0,
  };
}

export type PsbtSpec = {
  readonly coins: readonly CoinSpec[];
  readonly outputs: readonly OutputSpec[];
  readonly version?: number;
  readonly locktime?: number;
  readonly psbtVersion?: 0 | 2;
  readonly change?: (psbt: Mutable<Psbt>) => void;
};

export function buildPsbt({
  coins,
  outputs,
  version = 2,
  locktime = 0,
  psbtVersion = 0,
  change,
}: PsbtSpec): Psbt {
  const psbt = createPsbt(
    {
      version,
      locktime,
      inputs: coins.map((coin) => ({
        prevout: outPointOf(coin),
        scriptSig: new Uint8Array(0),
        sequence: coin.sequence ?? 0xfffffffd,
        witness: [],
      })),
      outputs: outputs.map(({ value, script }) => ({ value, scriptPubKey: script })),
    },
    psbtVersion,
  );
  const draft: Mutable<Psbt> = { ...psbt };
  draft.inputs = psbt.inputs.map((input, i) => fillInput(input, coins[i] as CoinSpec));
  draft.outputs = psbt.outputs.map((output, i) => fillOutput(output, outputs[i] as OutputSpec));
  change?.(draft);
  return draft;
}

const madeBy = (coin: CoinSpec) => coin.made ?? { transaction: previousOf(coin), vout: 1 };

export function outPointOf(coin: CoinSpec): OutPoint {
  const { transaction, vout } = madeBy(coin);
  return { txid: transactionId(transaction), vout };
}

function fillInput(input: PsbtInput, coin: CoinSpec): PsbtInput {
  const { script, value, claimed = value, previous = false } = coin;
  const draft: Mutable<PsbtInput> = { ...input, ...known(coin.knowledge, script) };
  if (previous) draft.nonWitnessUtxo = madeBy(coin).transaction;
  const { kind } = solveScript(script);
  if (!previous || kind.startsWith('witness'))
    draft.witnessUtxo = { value: claimed, scriptPubKey: script };
  coin.change?.(draft);
  return draft;
}

function fillOutput(output: PsbtOutput, { knowledge, script, change }: OutputSpec): PsbtOutput {
  const { tapMerkleRoot: _, ...fields } = known(knowledge ?? createFlatSigningProvider(), script);
  const draft: Mutable<PsbtOutput> = { ...output, ...fields };
  change?.(draft);
  return draft;
}

/** Fills fields like an updater (BIP174, BIP371). */
function known(knowledge: FlatSigningProvider, script: Bytes) {
  const find = (hash: Bytes) => knowledge.scripts.get(encodeHex(hash));
  const outer = solveScript(script);
  const redeemScript = outer.kind === 'scripthash' ? find(outer.hash) : undefined;
  const inner = redeemScript ? solveScript(redeemScript) : outer;
  const scripts = [...knowledge.scripts.values()];
  const witnessScript =
    inner.kind === 'witness_v0_scripthash'
      ? scripts.find((each) => each !== redeemScript)
      : undefined;
  const keys = [
    ...new Map([...knowledge.publicKeys.values()].map((key) => [encodeHex(key), key])).values(),
  ];
  const origin = (key: Bytes) => knowledge.origins.get(encodeHex(hash160(key)));
  const isTaproot = outer.kind === 'witness_v1_taproot';
  const output = isTaproot ? knowledge.taproot.get(encodeHex(outer.outputKey)) : undefined;
  const paths = keys.flatMap((publicKey) => {
    const found = origin(publicKey);
    return found ? [{ publicKey, origin: found }] : [];
  });
  return {
    redeemScript: redeemScript ?? new Uint8Array(0),
    witnessScript: witnessScript ?? new Uint8Array(0),
    keyPaths: isTaproot ? [] : paths,
    tapKeyPaths: isTaproot
      ? paths.map(({ publicKey, origin: from }) => ({
          xOnly: publicKey.subarray(1),
          leafHashes: new Set<string>(),
          origin: from,
        }))
      : [],
    tapInternalKey: output?.spendData.internalKey,
    tapMerkleRoot: output?.spendData.merkleRoot,
  };
}
