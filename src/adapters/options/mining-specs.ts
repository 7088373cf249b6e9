import { type OptionSpec, option } from './option-specs.ts';

/** bitcoind's options for creating blocks, and for changing a test chain's rules. */
export const miningOptionSpecs: readonly OptionSpec[] = [
  option('blockmaxweight=<n>', 'Weight that a block template may have (default: 4000000)'),
  option(
    'blockmintxfee=<amount>',
    'The fee rate (in BTC/kvB) below which a block template takes no transaction (default: 0.00000001)',
  ),
  option(
    'blockreservedweight=<n>',
    'Weight that a block template keeps free for header and coinbase (default: 8000)',
  ),
  option('blockversion=<n>', 'On regtest: the version of block templates'),
  option('bytespersigop=<n>', 'Weight units for one signature operation (default: 20)'),
  option(
    'signetchallenge=<hex>',
    'On signet: the challenge that blocks must solve (default: the challenge of the public signet)',
    { networkOnly: true },
  ),
  option('test=<option>', 'On regtest: bip94 holds blocks to BIP94, as testnet4 does'),
  option(
    'testactivationheight=<name>@<height>',
    'The height from which segwit, bip34, dersig, cltv or csv holds',
  ),
  option(
    'vbparams=<name>:<start>:<end>[:<height>]',
    'Period in which blocks may signal for a deployment (testdummy)',
  ),
];
