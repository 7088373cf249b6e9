import { type OptionSpec, option } from '../options/option-specs.ts';
import { electrumOptionSpecs } from './electrum/electrum-address.ts';
import { esploraOptionSpecs } from './esplora/esplora-url.ts';
import { nodeOptionSpecs } from './node/node-address.ts';

/** A server that is asked script by script. */
export const serverOptionSpecs: readonly OptionSpec[] = [
  ...esploraOptionSpecs,
  ...electrumOptionSpecs,
  option(
    'gaplimit=<n>',
    'Unused addresses in a row to ask an Esplora or Electrum server about, after the last used one of each descriptor (default: 20)',
  ),
];

/** Options that select the chain. */
export const chainOptionSpecs: readonly OptionSpec[] = [
  ...nodeOptionSpecs,
  ...serverOptionSpecs,
  option(
    'snapshot=<file>',
    'A file that coldsign snapshot made: what a chain knows of some descriptors, in place of a node',
    { networkOnly: true },
  ),
  option(
    'untrustedsnapshot',
    'Use the snapshot although none of those that are trusted (coldsign snapshot trust) has signed it',
    { commandLineOnly: true },
  ),
  option(
    'blocksdir=<dir>',
    'The folder of blk*.dat files that a node has written, or the data directory around it, in place of a node',
    { networkOnly: true },
  ),
];
