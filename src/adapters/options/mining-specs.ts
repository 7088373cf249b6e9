import { defaultMiningOptions } from '../../mining/options.ts';
import { amountRow, integerRow, type OptionSpec, option } from './option-specs.ts';

const defaults = defaultMiningOptions;

/** bitcoind's options for creating blocks. */
export const miningRows = {
  blockMaxWeight: integerRow(
    'blockmaxweight=<n>',
    'The highest weight of a block template',
    defaults.blockMaxWeight,
  ),
  blockReservedWeight: integerRow(
    'blockreservedweight=<n>',
    'Weight that a block template reserves for the header and the coinbase transaction',
    defaults.blockReservedWeight,
  ),
  blockMinTxFee: amountRow(
    'blockmintxfee=<amount>',
    'The lowest fee rate (in BTC/kvB) of a transaction in a block template',
    defaults.blockMinTxFee,
  ),
  bytesPerSigop: integerRow(
    'bytespersigop=<n>',
    'Equivalent bytes per signature operation, for relay and mining',
    defaults.bytesPerSigop,
  ),
};

/** bitcoind's options for creating blocks, and for changing a test chain's rules. */
export const miningOptionSpecs: readonly OptionSpec[] = [
  miningRows.blockMaxWeight.spec,
  miningRows.blockMinTxFee.spec,
  miningRows.blockReservedWeight.spec,
  option('blockversion=<n>', 'On regtest: the version of block templates'),
  miningRows.bytesPerSigop.spec,
  option(
    'signetchallenge=<hex>',
    'On signet: the challenge that blocks must solve (default: the challenge of the public signet)',
    { networkOnly: true },
  ),
  option('test=<option>', 'On regtest: bip94 applies the block rules of BIP94, as on testnet4'),
  option(
    'testactivationheight=<name>@<height>',
    'On regtest: the height at which segwit, bip34, dersig, cltv or csv becomes active',
  ),
  option(
    'vbparams=<name>:<start>:<end>[:<height>]',
    'On regtest: the period in which blocks may signal for a deployment (testdummy)',
  ),
];
