import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { BlockHash } from './block.ts';
import type { ChainHeader } from './source.ts';

/** Special values of `startTime` (consensus/params.h, BIP9Deployment). */
export const ALWAYS_ACTIVE = -1;
export const NEVER_ACTIVE = -2;

/** A soft fork that blocks signal by a version bit (BIP9). */
export type Deployment = {
  readonly name: string;
  readonly bit: number;
  /** Median time past, in seconds since 1970. */
  readonly startTime: number;
  /** End time, in the unit of `startTime`; Infinity means never. */
  readonly timeout: number;
  readonly minActivationHeight: number;
  /** Number of signalling blocks of a period that lock it in. */
  readonly threshold: number;
  readonly period: number;
  /** True if miners need not support it (no `!` before its name in a template's rules). */
  readonly optional: boolean;
};

/** Heights from which a rule applies. */
export type ActivationHeights = {
  readonly bip34: number;
  readonly cltv: number;
  readonly dersig: number;
  readonly csv: number;
  readonly segwit: number;
};

/** Consensus parameters for templates, proposals and scans. Core: kernel/chainparams.cpp. */
export type ConsensusParams = {
  readonly network: NetworkName;
  readonly genesis: ChainHeader;
  readonly subsidyHalvingInterval: number;
  readonly heights: ActivationHeights;
  /** The block that activated BIP34, if BIP30 checks may rely on it. */
  readonly bip34Hash?: BlockHash;
  /** The maximum target. */
  readonly powLimit: bigint;
  /** Target duration of a period between retargets, in seconds. */
  readonly powTargetTimespan: number;
  /** Target time between blocks, in seconds. */
  readonly powTargetSpacing: number;
  /** True if the maximum target is allowed after 20 minutes without a block. */
  readonly allowMinDifficultyBlocks: boolean;
  readonly enforceBip94: boolean;
  readonly noRetargeting: boolean;
  readonly deployments: readonly Deployment[];
  /** The script that a block's solution must satisfy (BIP325). Only on signet. */
  readonly signetChallenge?: Bytes;
};

/** Limits of a block (consensus/consensus.h). */
export const MAX_BLOCK_WEIGHT = 4_000_000;
export const MAX_BLOCK_SERIALIZED_SIZE = 4_000_000;
export const MAX_BLOCK_SIGOPS_COST = 80_000;
/** Seconds by which the first block of a period may be earlier than the block before it (BIP94). */
export const MAX_TIMEWARP = 600;
/** Seconds by which a block may be ahead of the clock (validation.h). */
export const MAX_FUTURE_BLOCK_TIME = 7200;

function hex(text: string): Bytes {
  const bytes = decodeHex(text);
  invariant(bytes !== undefined, 'a constant of this file is hexadecimal');
  return bytes;
}

function testDummy(threshold: number, period: number, startTime: number): Deployment {
  return {
    name: 'testdummy',
    bit: 28,
    startTime,
    timeout: Number.POSITIVE_INFINITY,
    minActivationHeight: 0,
    threshold,
    period,
    optional: true,
  };
}

function genesis(hash: BlockHash, time: number, bits: number): ChainHeader {
  return { height: 0, hash, version: 1, time, bits };
}

const activeFromStart: ActivationHeights = { bip34: 1, cltv: 1, dersig: 1, csv: 1, segwit: 1 };

const common = {
  subsidyHalvingInterval: 210_000,
  powLimit: (1n << 224n) - 1n,
  powTargetTimespan: 14 * 24 * 60 * 60,
  powTargetSpacing: 600,
  allowMinDifficultyBlocks: false,
  enforceBip94: false,
  noRetargeting: false,
} as const;

/** The default signet's challenge: 1 of 2 keys. */
const SIGNET_CHALLENGE =
  '512103ad5e0edad18cb1f0fc0d28a3d4f1f3e445640337489abb10404f2d1e086be430210359ef5021964fe22d6f8e05b2463c9540ce96883fe3b278760f048f5189f2e6c452ae';

export const consensusParams: { readonly [N in NetworkName]: ConsensusParams } = {
  main: {
    ...common,
    network: 'main',
    genesis: genesis(
      '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
      1231006505,
      0x1d00ffff,
    ),
    heights: { bip34: 227931, cltv: 388381, dersig: 363725, csv: 419328, segwit: 481824 },
    bip34Hash: '000000000000024b89b42a942fe0d9fea3bb44ab7bd1b19115dd6a759c0808b8',
    deployments: [testDummy(1815, 2016, NEVER_ACTIVE)],
  },
  test: {
    ...common,
    network: 'test',
    genesis: genesis(
      '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
      1296688602,
      0x1d00ffff,
    ),
    heights: { bip34: 21111, cltv: 581885, dersig: 330776, csv: 770112, segwit: 834624 },
    bip34Hash: '0000000023b3a96d3484e5abb3755c413e7d41500f8e2a5c3f0dd01299cd8ef8',
    allowMinDifficultyBlocks: true,
    deployments: [testDummy(1512, 2016, NEVER_ACTIVE)],
  },
  testnet4: {
    ...common,
    network: 'testnet4',
    genesis: genesis(
      '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
      1714777860,
      0x1d00ffff,
    ),
    heights: activeFromStart,
    allowMinDifficultyBlocks: true,
    enforceBip94: true,
    deployments: [testDummy(1512, 2016, NEVER_ACTIVE)],
  },
  signet: {
    ...common,
    network: 'signet',
    genesis: genesis(
      '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
      1598918400,
      0x1e0377ae,
    ),
    heights: activeFromStart,
    powLimit: 0x377aen << 216n,
    deployments: [testDummy(1815, 2016, NEVER_ACTIVE)],
    signetChallenge: hex(SIGNET_CHALLENGE),
  },
  regtest: {
    ...common,
    network: 'regtest',
    genesis: genesis(
      '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
      1296688602,
      0x207fffff,
    ),
    heights: { ...activeFromStart, segwit: 0 },
    subsidyHalvingInterval: 150,
    powLimit: (1n << 255n) - 1n,
    powTargetTimespan: 24 * 60 * 60,
    allowMinDifficultyBlocks: true,
    noRetargeting: true,
    deployments: [testDummy(108, 144, 0)],
  },
};

/** Returns the number of blocks between retargets. */
export function difficultyAdjustmentInterval(params: ConsensusParams): number {
  return params.powTargetTimespan / params.powTargetSpacing;
}

/** Returns true if a block of this height is the first after a retarget. */
export function startsPeriod(height: number, params: ConsensusParams): boolean {
  return height % difficultyAdjustmentInterval(params) === 0;
}

/**
 * Returns true if the rule applies to the block on top of `height`. Core: DeploymentActiveAfter
 * (deploymentstatus.h).
 */
export function isActiveAfter(
  params: ConsensusParams,
  rule: keyof ActivationHeights,
  height: number,
): boolean {
  return height + 1 >= params.heights[rule];
}
