import { encodeBase64 } from '../../../src/encoding/base64.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import type { FeeProof } from '../../../src/review/model.ts';
import { of, wpkh } from './accounts.ts';
import { buildPsbt, type PsbtSpec } from './payments.ts';

/** A coin that the chain knows; amounts in satoshi, scripts in hex. */
type KnownRow = {
  readonly amount: string;
  readonly script: string;
  /** Height of its block. Absent: unknown. */
  readonly height?: number;
};

/** A coin that was reviewed or signed before; amounts in satoshi, scripts in hex. */
export type PastRow = {
  readonly amount: string;
  readonly payees: string;
  readonly isSigned: boolean;
  readonly payments?: readonly {
    readonly value: string;
    readonly script: string;
    readonly silentAddress?: string;
  }[];
  /** True if the chain has spent the coin. */
  readonly isSettled?: boolean;
};

/** A row of a file in vectors/review/. */
export type ReviewVector = {
  readonly name: string;
  /** The finding that it has, or almost has. */
  readonly about: FindingId | 'clean';
  readonly has: boolean;
  /** Publication of the attack. */
  readonly source?: string;
  /** Base64. */
  readonly psbt?: string;
  /** A raw transaction. */
  readonly hex?: string;
  /** The user's descriptors, with `<0;1>`. Absent if unknown. */
  readonly descriptors?: readonly string[] | undefined;
  /** Extended private keys that are open in addition to the descriptors. Absent: none. */
  readonly masters?: readonly string[] | undefined;
  /** Descriptors of other accounts that sign too, beside those of the review. Absent: none. */
  readonly others?: readonly string[] | undefined;
  /** True if the descriptors are searched accounts of the keys and not a wallet. */
  readonly unregistered?: boolean | undefined;
  /** Absent for regtest. */
  readonly network?: 'main' | undefined;
  /** Facts of the chain by outpoint, in satoshi. */
  readonly known?: Readonly<Record<string, KnownRow>>;
  readonly knowsAllCoins?: boolean;
  readonly knownScripts?: readonly string[];
  readonly now?: { readonly height?: number; readonly time?: number };
  readonly past?: Readonly<Record<string, PastRow>>;
  /** The user's transactions that already spend a coin. */
  readonly spent?: Readonly<Record<string, readonly PastRow[]>>;
  /** Expected fee rate of a snapshot, in satoshi per 1,000 virtual bytes. */
  readonly estimate?: string;
  /** Lines of the DNS root's keys. With `now`, proofs of names are verified. */
  readonly rootKeys?: string;
  /** Virtual bytes of unconfirmed transactions that it also pays for. */
  readonly lifted?: number;
  /** The ids of all findings, the worst first. */
  readonly findings: readonly FindingId[];
  /** Texts that the findings contain. */
  readonly says?: readonly string[];
  /** Texts that no finding contains. */
  readonly lacks?: readonly string[];
  readonly fee: FeeProof['kind'];
};
export const psbtText = (psbt: Psbt) => {
  const bytes = encodePsbt(psbt);
  if (bytes === undefined) throw new Error('no PSBT');
  return encodeBase64(bytes);
};
export type Rest = Partial<Omit<Case, 'name' | 'has' | 'psbt' | 'findings'>>;

/** A case: its name, PSBT, findings unless they are those of its file, and other members. */
export type Row = readonly [
  name: string,
  spec: PsbtSpec | Psbt,
  findings?: readonly FindingId[] | Rest | undefined,
  rest?: Rest | undefined,
];
const isList = (value: Row[2]): value is readonly FindingId[] => Array.isArray(value);

/** Makes a case that has the finding of its file, or almost. */
export function caseOf([name, spec, third, rest = {}]: Row, has: boolean): Case {
  return {
    name,
    has,
    psbt: psbtText('coins' in spec ? buildPsbt(spec) : spec),
    descriptors: [wpkh],
    fee: 'proven',
    ...(isList(third) ? { ...rest, findings: third } : third),
  };
}

/** Makes cases. The first have the finding, the others almost. */
export const rows = (has: readonly Row[], others: readonly Row[] = []): readonly Case[] => [
  ...has.map((row) => caseOf(row, true)),
  ...others.map((row) => caseOf(row, false)),
];
export const BIP143_LIE =
  'CVE-2020-14199; Greg Sanders, bitcoin-dev 2017-08; blog.trezor.io/latest-firmware-updates-correct-possible-segwit-transaction-vulnerability-266df0d2860';
export const CHANGE = 'github.com/SeedSigner/seedsigner/pull/1032';
export const RANSOM = 'blog.sia.tech, A ransom attack on hardware wallets (2018)';
export const OWNERSHIP = 'SLIP-0019, github.com/satoshilabs/slips/blob/master/slip-0019.md';
export const OPEN_TYPES = 'CertiK, PSBT in Bitcoin DeFi (2024-12): unchecked sighash types';
export const BIP174 = 'BIP174, Security Considerations of signers';

/** Makes an attack and its honest neighbours. */
export const pair = (attack: Row, ...honest: readonly Row[]) => rows([attack], honest);

/** Makes attacks, each followed by its honest neighbour. */
export const pairs = (...all: readonly Row[]) => all.map((row, i) => caseOf(row, i % 2 === 0));
export const almost = (...honest: readonly Row[]) => rows([], honest);

/**
 * A row without its finding, which is the name of the file in vectors/review/make/. Findings are
 * absent if they are only this one, or none for a case that almost has it.
 */
export type Case = Omit<ReviewVector, 'about' | 'findings'> & {
  readonly findings?: readonly FindingId[];
};

/** A fee that open sighash types leave open. */
export const openByType = { fee: 'open', source: OPEN_TYPES } as const;
export const openFee = { fee: 'open' } as const;
export const ofOpen = (text: string) => ({ ...of(text), fee: 'open' as const });
export const unregisteredUnproven: readonly FindingId[] = [
  'wallet-unregistered',
  'change-unproven',
];
export const withOthers: readonly FindingId[] = ['inputs-of-others'];
export const notReplaceable: readonly FindingId[] = ['not-replaceable'];
