import type { OptionSpec } from '../options/specs.ts';
import { electrumOptionSpecs } from './electrum/address.ts';
import { esploraOptionSpecs } from './esplora/address.ts';
import { nodeOptionSpecs } from './node/address.ts';

/** A server that is asked script by script. */
export const serverOptionSpecs: readonly OptionSpec[] = [
  ...esploraOptionSpecs,
  ...electrumOptionSpecs,
  {
    name: 'gaplimit',
    argument: '<n>',
    help: 'How many unused addresses in a row an Esplora or Electrum server is asked about, behind the last used one of each descriptor (default: 20)',
  },
];

/** Which chain is asked. */
export const chainOptionSpecs: readonly OptionSpec[] = [
  ...nodeOptionSpecs,
  ...serverOptionSpecs,
  {
    name: 'snapshot',
    argument: '<file>',
    help: 'A file that coldsign snapshot made: what a chain knows of some descriptors, in place of a node',
    networkOnly: true,
  },
  {
    name: 'untrustedsnapshot',
    help: 'Use the snapshot although none of those that are trusted (coldsign snapshot trust) has signed it',
    commandLineOnly: true,
  },
  {
    name: 'blocksdir',
    argument: '<dir>',
    help: 'The folder of blk*.dat files that a node has written, or the data directory around it, in place of a node',
    networkOnly: true,
  },
];
