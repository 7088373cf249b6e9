import type { OptionSpec } from './specs.ts';

/** bitcoind's options about making blocks, and those that change a test chain's rules. */
export const miningOptionSpecs: readonly OptionSpec[] = [
  {
    name: 'blockmaxweight',
    argument: '<n>',
    help: 'Weight that a block template may have (default: 4000000)',
  },
  {
    name: 'blockmintxfee',
    argument: '<amount>',
    help: 'The fee rate (in BTC/kvB) below which a block template takes no transaction (default: 0.00000001)',
  },
  {
    name: 'blockreservedweight',
    argument: '<n>',
    help: 'Weight that a block template keeps free for header and coinbase (default: 8000)',
  },
  { name: 'blockversion', argument: '<n>', help: 'On regtest: the version of block templates' },
  {
    name: 'bytespersigop',
    argument: '<n>',
    help: 'As how much weight the cost of one signature operation counts (default: 20)',
  },
  {
    name: 'signetchallenge',
    argument: '<hex>',
    help: 'On signet: the challenge that blocks must solve (default: that of the public signet)',
    networkOnly: true,
  },
  {
    name: 'test',
    argument: '<option>',
    help: 'On regtest: bip94 holds blocks to BIP94, as testnet4 does',
  },
  {
    name: 'testactivationheight',
    argument: '<name>@<height>',
    help: 'The height from which segwit, bip34, dersig, cltv or csv holds',
  },
  {
    name: 'vbparams',
    argument: '<name>:<start>:<end>[:<height>]',
    help: 'When blocks may signal for a deployment (testdummy)',
  },
];
