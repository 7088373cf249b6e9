import { createTemplateCache, type Mining } from '../../mining/mining.ts';
import type { Options } from './load.ts';
import type { Failure } from './parse.ts';
import { readConsensusParams, readMiningOptions } from './read-mining-options.ts';

export function readMining(options: Options): Mining | Failure {
  const mining = readMiningOptions(options);
  if ('error' in mining) return mining;
  const params = readConsensusParams(options.network.name, options);
  if ('error' in params) return params;
  return { options: mining, params, cache: createTemplateCache() };
}
