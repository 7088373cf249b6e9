import {
  type ActivationHeights,
  type ConsensusParams,
  consensusParams,
  MAX_BLOCK_WEIGHT,
} from '../../chain/consensus.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { NetworkName } from '../../encoding/network.ts';
import { createTemplateCache, type Mining } from '../../mining/mining.ts';
import { MINIMUM_BLOCK_RESERVED_WEIGHT, type MiningOptions } from '../../mining/options.ts';
import type { Options } from './load.ts';
import { miningRows } from './mining-specs.ts';
import { type OptionReader, readRows } from './option-specs.ts';
import type { Failure } from './parse-command-line.ts';

/**
 * Reads the options of block templates. Errors are bitcoind's, without `Error: `. Core:
 * ReadMiningArgs (node/mining_args.cpp).
 */
export function readMiningOptions(options: OptionReader): MiningOptions | Failure {
  const faults: string[] = [];
  const version = options.integer('blockversion');
  const result: MiningOptions = {
    ...readRows(miningRows, options, { faults, warnings: [] }),
    ...(version === undefined ? {} : { blockVersion: version | 0 }),
  };
  const error = faults[0] ?? weightFault(result);
  return error === undefined ? result : { error };
}

function weightFault({ blockMaxWeight, blockReservedWeight }: MiningOptions): string | undefined {
  const reserved = `-blockreservedweight (${blockReservedWeight})`;
  const limit = `exceeds consensus maximum block weight (${MAX_BLOCK_WEIGHT})`;
  if (blockReservedWeight < MINIMUM_BLOCK_RESERVED_WEIGHT) {
    return `${reserved} is lower than minimum safety value of (${MINIMUM_BLOCK_RESERVED_WEIGHT})`;
  }
  if (blockReservedWeight > MAX_BLOCK_WEIGHT) return `${reserved} ${limit}`;
  if (blockMaxWeight > MAX_BLOCK_WEIGHT) return `-blockmaxweight (${blockMaxWeight}) ${limit}`;
  if (blockReservedWeight <= blockMaxWeight) return undefined;
  return `${reserved} exceeds -blockmaxweight (${blockMaxWeight})`;
}

/**
 * Applies `-testactivationheight`, `-vbparams`, `-signetchallenge` and `-test=bip94`
 * (chainparams.cpp).
 */
export function readConsensusParams(
  network: NetworkName,
  options: OptionReader,
): ConsensusParams | Failure {
  let params = consensusParams[network];
  if (network === 'signet') {
    const changed = withChallenge(params, options.list('signetchallenge'));
    if ('error' in changed) return changed;
    params = changed;
  }
  if (network === 'regtest' && options.list('test').includes('bip94')) {
    params = { ...params, enforceBip94: true };
  }
  for (const text of options.list('testactivationheight')) {
    const changed = withActivationHeight(params, text);
    if ('error' in changed) return changed;
    params = changed;
  }
  for (const text of options.list('vbparams')) {
    const changed = withDeployment(params, text);
    if ('error' in changed) return changed;
    params = changed;
  }
  return params;
}

function withChallenge(
  params: ConsensusParams,
  challenges: readonly string[],
): ConsensusParams | Failure {
  const [challenge] = challenges;
  if (challenge === undefined) return params;
  if (challenges.length > 1) return { error: '-signetchallenge cannot be multiple values.' };
  const signetChallenge = decodeHex(challenge);
  if (signetChallenge !== undefined) return { ...params, signetChallenge };
  return { error: `-signetchallenge must be hex, not '${challenge}'.` };
}

const rules: readonly (keyof ActivationHeights)[] = ['segwit', 'bip34', 'dersig', 'cltv', 'csv'];

function withActivationHeight(params: ConsensusParams, text: string): ConsensusParams | Failure {
  const at = text.indexOf('@');
  const option = '-testactivationheight=name@height.';
  if (at < 0) return { error: `Invalid format (${text}) for ${option}` };
  const [name, value] = [text.slice(0, at), text.slice(at + 1)];
  const height = parseInteger(value);
  if (height === undefined || height < 0 || height >= 2 ** 31 - 1) {
    return { error: `Invalid height value (${value}) for ${option}` };
  }
  const rule = rules.find((candidate) => candidate === name);
  if (rule === undefined) return { error: `Invalid name (${name}) for ${option}` };
  return { ...params, heights: { ...params.heights, [rule]: height } };
}

function withDeployment(params: ConsensusParams, text: string): ConsensusParams | Failure {
  const parts = text.split(':');
  const [name = '', start = '', end = '', height = '0'] = parts;
  if (parts.length < 3 || parts.length > 4) {
    return {
      error:
        'Version bits parameters malformed, expecting deployment:start:end[:min_activation_height]',
    };
  }
  const startTime = parseInteger(start);
  if (startTime === undefined) return { error: `Invalid nStartTime (${start})` };
  const timeout = parseInteger(end);
  if (timeout === undefined) return { error: `Invalid nTimeout (${end})` };
  const minActivationHeight = parseInteger(height);
  if (minActivationHeight === undefined) {
    return { error: `Invalid min_activation_height (${height})` };
  }
  if (!params.deployments.some((deployment) => deployment.name === name)) {
    return { error: `Invalid deployment (${name})` };
  }
  const changed = { startTime, timeout, minActivationHeight };
  return {
    ...params,
    deployments: params.deployments.map((deployment) =>
      deployment.name === name ? { ...deployment, ...changed } : deployment,
    ),
  };
}

/**
 * Parses an integer like Core's ToIntegral<int64_t>. Values beyond the year 285 million are not
 * exact.
 */
function parseInteger(text: string): number | undefined {
  if (!/^-?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text);
  return value >= -(2n ** 63n) && value < 2n ** 63n ? Number(value) : undefined;
}

/** Reads the rules and limits of block templates. */
export function readMining(options: Options): Mining | Failure {
  const mining = readMiningOptions(options);
  if ('error' in mining) return mining;
  const params = readConsensusParams(options.network.name, options);
  if ('error' in params) return params;
  return { options: mining, params, cache: createTemplateCache() };
}
