import { encodeBase64 } from '../../encoding/base64.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { wipeRing } from '../../keys/key-ring.ts';
import {
  type CoinFile,
  joinCoinFiles,
  lacksAddress,
  readCoinFile,
} from '../../library/payment/coin-files.ts';
import { type SweepOptions, type Swept, sweep } from '../../library/payment/sweep.ts';
import { findSweepCoins } from '../../library/payment/sweep-chain.ts';
import { encodePsbt } from '../../psbt/encode.ts';
import { invalid, RpcCode, RpcError } from '../../rpc/error.ts';
import { profileRules } from '../../rpc/profile.ts';
import { readProblem } from '../files/regular-file.ts';
import { usageOf } from './commands.ts';
import type { SafeTerminal } from './escape.ts';
import { type CommandContext, isAnyAddress } from './payload-text.ts';
import { signGiven } from './sign-command.ts';
import { checkConsent } from './sign-consent.ts';
import { readRings } from './sign-keys.ts';

/**
 * Runs `coldsign sweep FILE...`: reads coins, shows the review of the transaction that sends them
 * all to `-to`, asks, signs it with `-keys`, and writes it.
 */
export async function sweepPayload(
  words: readonly unknown[],
  carrying: CommandContext,
): Promise<string> {
  const { context, options, terminal } = carrying;
  if (!profileRules(context.profile).reviews) {
    throw new RpcError(RpcCode.METHOD_NOT_FOUND, 'Method not found');
  }
  checkConsent(options);
  const names = words.map(String);
  const twice = ['to', 'feerate', 'address'].find((name) => new Set(options.list(name)).size > 1);
  if (twice !== undefined) throw invalid(`-${twice} is given twice. Remove one of them`);
  const keys = options.list('keys');
  const to = options.text('to');
  const rate = options.text('feerate') ?? '';
  const feeRate = /^\d+(\.\d+)?$/.test(rate) ? Number(rate) : Number.NaN;
  if (keys.length === 0 || to === undefined || !(feeRate > 0)) {
    const isMisread = options.text('feerate') !== undefined && !(feeRate > 0);
    const address = names.find((name) => isAnyAddress(name));
    const missing = [
      keys.length === 0 ? '-keys=FILE (your keys)' : '',
      to === undefined ? `-to=${address ?? 'ADDRESS'} (who gets everything)` : '',
      options.text('feerate') === undefined ? '-feerate=N (in sat/vB)' : '',
    ].filter((each) => each !== '');
    const what =
      missing.length > 0
        ? `Missing: ${missing.join(', ')}`
        : '-feerate must be a number of sat/vB with a dot, such as 2.5';
    throw invalid(
      `${isMisread && missing.length > 0 ? '-feerate is not a number of sat/vB. ' : ''}${what}\n${usageOf('sweep')}`,
    );
  }
  if (names.length === 0 && context.chain === undefined) {
    throw invalid(`sweep needs a file of coins, or -snapshot\n${usageOf('sweep')}`);
  }
  const coins = readCoins(names, options.text('address'), terminal);
  const ring = await readRings(keys, carrying);
  try {
    if (!ring.canSign) throw invalid('-keys has no private key, so it can’t sign');
    const { psbt } = await prepare({ ...coins, to, feeRate }, ring, carrying);
    const text = encodeBase64(encodePsbt(psbt) ?? new Uint8Array(0));
    const [first] = names;
    const path = first && `${first.replace(/\.\w+$/, '')}-sweep`;
    return await signGiven({ payload: { text, path }, prevtxs: undefined, ring }, carrying);
  } finally {
    wipeRing(ring);
  }
}

async function prepare(
  order: Omit<SweepOptions, 'keys'>,
  keys: KeyRing,
  { context, terminal }: CommandContext,
): Promise<Swept> {
  const { network, secp256k1, chain } = context;
  const opened = { keys, network, secp256k1 };
  const hasList = order.coins !== undefined || (order.transactions ?? []).length > 0;
  try {
    if (hasList || chain === undefined) return sweep({ ...order, ...opened });
    const { isCovered, ...found } = await findSweepCoins(chain, opened);
    if (!isCovered) terminal.err(`Warning: ${NOT_COVERED}\n`);
    return sweep({ ...order, ...found, ...opened });
  } catch (error) {
    if (!(error instanceof ColdsignError)) throw error;
    if (error.code === 'FEE_TOO_HIGH') {
      throw invalid(error.message, 'Check -feerate, which is in sat/vB, such as -feerate=5');
    }
    // The command has no option for unconfirmed coins.
    throw invalid(error.message, error.hint?.replace(INCLUDE_UNSAFE, ''));
  }
}

/** Warning about a snapshot that was made for other descriptors. */
export const NOT_COVERED =
  'The snapshot was not made for all of these keys: coins may be missing. Make it with the descriptors of decodewallet';

const INCLUDE_UNSAFE = / To spend them anyway, set includeUnsafe: true\./;

/** Reads files of coins. `address`: the owner of coins whose list does not name it. */
export function readCoins(
  names: readonly string[],
  address: string | undefined,
  terminal: SafeTerminal,
): CoinFile {
  const files = names.map((name) => {
    const text = terminal.readFile(name);
    if (text === undefined) throw invalid(`Can’t read “${name}”: ${readProblem(name)}`);
    const file = readCoinFile(text, address);
    if (file !== undefined) return file;
    throw invalid(
      `“${name}” is neither a list of coins in JSON nor transactions in hexadecimal. Save what Esplora (/address/ADDRESS/utxo), listunspent or scantxoutset prints`,
    );
  });
  const coins = joinCoinFiles(files);
  if (!lacksAddress(coins)) return coins;
  throw invalid('The list does not name its address. Add -address=ADDRESS, which it was asked for');
}
