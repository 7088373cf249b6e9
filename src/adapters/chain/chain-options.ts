import { type OptionSpec, option } from '../options/option-specs.ts';
import { electrumOptionSpecs } from './electrum/electrum-address.ts';
import { esploraOptionSpecs } from './esplora/esplora-url.ts';
import { nodeOptionSpecs } from './node/node-address.ts';

/** Options for a server that is queried by script. */
export const serverOptionSpecs: readonly OptionSpec[] = [
  ...esploraOptionSpecs,
  ...electrumOptionSpecs,
  option(
    'gaplimit=<n>',
    'Number of unused addresses in a row to ask an Esplora or Electrum server about, after the last used address of each descriptor (default: 20)',
  ),
];

/** Options that select the chain. */
export const chainOptionSpecs: readonly OptionSpec[] = [
  ...nodeOptionSpecs,
  ...serverOptionSpecs,
  option(
    'snapshot=<file>',
    'A file that coldsign snapshot made, used instead of a node. It contains what the chain knows about some descriptors',
    { networkOnly: true },
  ),
  option(
    'untrustedsnapshot',
    'Use the snapshot even if no trusted key has signed it (see coldsign snapshot trust)',
    { commandLineOnly: true },
  ),
  option(
    'blocksdir=<dir>',
    "The folder of a node's blk*.dat files, or the data directory that contains it, used instead of a node",
    { networkOnly: true },
  ),
];
