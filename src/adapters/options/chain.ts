import { chainNames, type Network, type NetworkName, networks } from '../../encoding/network.ts';
import type { Failure } from './parse-command-line.ts';
import { findSetting, type Settings, settingToBoolean, settingToText } from './settings.ts';

const chainSwitches = {
  regtest: 'regtest',
  signet: 'signet',
  testnet: 'test',
  testnet4: 'testnet4',
};

/** Names that other programs use for `-chain`. */
const usualNames = new Map<string, NetworkName>([
  ['mainnet', 'main'],
  ['testnet', 'test'],
  ['testnet3', 'test'],
]);

/** Returns the chain that `-chain` or one of the switches selects; default: main. */
export function chooseNetwork(settings: Settings): Network | Failure {
  const chosen: string[] = [];
  for (const [name, chain] of Object.entries(chainSwitches)) {
    const value = findSetting(settings, name, { section: '', choosesChain: true });
    if (value !== undefined && settingToBoolean(value)) chosen.push(chain);
  }
  const named = findSetting(settings, 'chain', { section: '' });
  if (named !== undefined) chosen.push(settingToText(named));
  if (chosen.length > 1)
    return {
      error:
        'Invalid combination of -regtest, -signet, -testnet, -testnet4 and -chain. Can use at most one.',
    };
  const name = chosen[0] ?? 'main';
  const chain = usualNames.get(name) ?? name;
  return isNetworkName(chain)
    ? networks[chain]
    : { error: `Unknown chain ${chain}. The chains are ${chainNames}.` };
}

function isNetworkName(name: string): name is NetworkName {
  return Object.hasOwn(networks, name);
}
