import { defaultMiningOptions } from '../../mining/options.ts';
import { amountRow, integerRow, type OptionSpec, option } from './option-specs.ts';

const defaults = defaultMiningOptions;

/** bitcoind's options for creating blocks. */
export const miningRows = {
  blockMaxWeight: integerRow(
    'blockmaxweight=<n>',
    'Weight that a block template may have',
    defaults.blockMaxWeight,
  ),
  blockReservedWeight: integerRow(
    'blockreservedweight=<n>',
    'Weight that a block template keeps free for header and coinbase',
    defaults.blockReservedWeight,
  ),
  blockMinTxFee: amountRow(
    'blockmintxfee=<amount>',
    'The fee rate (in BTC/kvB) below which a block template takes no transaction',
    defaults.blockMinTxFee,
  ),
  bytesPerSigop: integerRow(
    'bytespersigop=<n>',
    'Weight units for one signature operation',
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
