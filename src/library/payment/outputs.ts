import { curveOf } from '../../crypto/complete-curve.ts';
import { MAX_MONEY, type Satoshis } from '../../encoding/amount.ts';
import { type Bytes, equalBytes, isBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { SilentSigning } from '../../psbt/silent-signing.ts';
import { nullDataScript } from '../../script/builders.ts';
import { lostOutput } from '../../script/lost-output.ts';
import { Op } from '../../script/opcodes.ts';
import {
  isSilentAddress,
  type SilentRecipient,
  silentAddressHints,
} from '../../silent/silent-address.ts';
import type { Recipient } from '../../wallet/funding/fund-request.ts';
import { checkArgument } from './arguments.ts';
import { accountOf, type OpenCoin } from './coin-account.ts';
import { readAddress } from './coins.ts';
import type { Account, AccountSide } from './types.ts';

/** A payment: the payee and the amount. */
export type PaymentOutput =
  | ((
      | {
          /** An address of the account's network. */
          readonly address: string;
        }
      | {
          /** Script that locks the output, for payees without an address. */
          readonly scriptPubKey: Bytes;
        }
    ) & {
      /** Value in satoshi. */
      readonly value: Satoshis;
      /** Take the fee, or an equal share of it, from this amount. Default: false. */
      readonly subtractFee?: boolean | undefined;
    })
  | {
      /** Data of an OP_RETURN output, as bytes or in hexadecimal. It costs only its size. */
      readonly data: Bytes | string;
    };

/**
 * Destination of the rest: an account, at its next position for change; a position of it; or an
 * address. A silent payment address must be your own with label 0 (`silentRecipient(keys, 0)`),
 * which no payer gets (BIP352).
 */
export type ChangeTarget =
  | Account
  | {
      /** The account that receives the change. */
      readonly account: Account;
      /**
       * The position on its side for change, from 0. A position that never received change reveals
       * less.
       */
      readonly index: number;
    }
  | string;

/** A place for change. */
export type ChangePlace = {
  readonly scriptPubKey: Bytes;
  /** The silent payment address with label 0. `scriptPubKey` is its placeholder. */
  readonly silent?: (SilentRecipient & { readonly label: 0 }) | undefined;
  /** The place in an account. Absent if change goes to an address. */
  readonly own?: { readonly account: Account; readonly side: AccountSide; readonly index: number };
};

export function readOutputs(
  outputs: readonly PaymentOutput[],
  account: Account,
  silent?: SilentSigning,
): readonly Recipient[] {
  return outputs.map((output, i): Recipient => {
    const name = `output ${i}`;
    const { data, ...payee }: Loose = output;
    const { address, scriptPubKey, value, amount, subtractFee = false } = payee;
    if (typeof subtractFee !== 'boolean')
      throw argumentError(
        `subtractFee of ${name} must be true or false`,
        'Leave it out for false.',
      );
    if (data !== undefined) {
      // Otherwise the payment would be lost.
      if (
        Object.values({ address, scriptPubKey, value, amount }).some((each) => each !== undefined)
      )
        throw argumentError(`${name} has data and a payee`, 'Write two outputs.');
      return { output: { value: 0n, scriptPubKey: dataScript(data, name) }, subtractFee: false };
    }
    const { script, keys } = readPayee({ address, scriptPubKey }, i, account, silent);
    const isValue = typeof value === 'bigint' && value > 0n && value <= MAX_MONEY;
    if (!isValue || amount !== undefined) {
      throw new ColdsignError('INVALID_AMOUNT', `${name} has no value in satoshi`, {
        hint: 'Write value, a bigint in satoshi above 0: 0.0006 BTC is 60_000n. amount is not read.',
      });
    }
    return { output: { value, scriptPubKey: script }, silent: keys, subtractFee };
  });
}

/** A value as callers without types may pass it. */
type Loose = { readonly [name: string]: unknown };

/** Reads the payee of an output. Rejects an address together with the script of another one. */
function readPayee(
  { address, scriptPubKey }: Loose,
  i: number,
  account: Account,
  silent: SilentSigning | undefined,
): { readonly script: Bytes; readonly keys?: SilentRecipient | undefined } {
  if (address === undefined && isBytes(scriptPubKey)) {
    refuseLost(`output ${i}`, scriptPubKey, account);
    return { script: scriptPubKey };
  }
  if (typeof address !== 'string' || (scriptPubKey !== undefined && !isBytes(scriptPubKey)))
    throw argumentError(
      `output ${i} has no address`,
      'Write { address, value: 60_000n } or { data }.',
    );
  const recipient = readSilent(address, account, silent);
  const script = recipient?.script(i) ?? readPayable(address, account);
  if (scriptPubKey === undefined || equalBytes(scriptPubKey, script))
    return { script, keys: recipient?.keys };
  throw new ColdsignError(
    'INVALID_ADDRESS',
    `output ${i} has an address and the scriptPubKey of another`,
    { hint: 'Only one can be right. Check with the payee, and give the address alone.' },
  );
}

/** Reads an address. Refuses one whose coins could never be spent. */
function readPayable(address: string, account: Account): Bytes {
  const script = readAddress(address, account);
  if (lostOutput(script, curveOf(account.secp256k1)) === undefined) return script;
  throw new ColdsignError(
    'INVALID_ADDRESS',
    `${address} is an address whose coins can never be spent`,
    {
      hint: 'The key in it is not on the curve. Ask the payee for another address.',
    },
  );
}

/** Refuses a script that would lose the payment. */
function refuseLost(name: string, script: Bytes, { secp256k1 }: Account): void {
  const lost = lostOutput(script, curveOf(secp256k1));
  if (lost === undefined) return;
  const isData = script[0] === Op.RETURN;
  throw argumentError(
    `${name} has a scriptPubKey that ${lost === 'anyone' ? 'anyone can spend' : 'can never be spent'}`,
    isData
      ? 'Write { data } for data, which takes no value.'
      : 'The payment would be lost. Ask the payee for an address, and give the address.',
  );
}

/** Reads a silent payment address (BIP352) and returns the placeholder for its script. */
function readSilent(
  address: string,
  { network, secp256k1 }: Account,
  silent: SilentSigning | undefined,
) {
  if (!isSilentAddress(address)) return undefined;
  const keys = silent?.readAddress(address, network, curveOf(secp256k1));
  if (silent === undefined || keys === undefined) {
    throw new ColdsignError('SILENT_PAYMENT', `${address} is a silent payment address`, {
      hint: 'Give fund and sign the option silent: silentSigning, which coldsign/descriptor exports.',
    });
  }
  if ('error' in keys) {
    throw new ColdsignError('INVALID_ADDRESS', `${address} is not a silent payment address`, {
      hint: silentAddressHints[keys.error],
    });
  }
  return { keys, script: (index: number) => silent.placeholder(keys, index) };
}

function dataScript(data: unknown, name: string): Bytes {
  const bytes = typeof data === 'string' ? decodeHex(data) : data;
  if (isBytes(bytes)) return nullDataScript(bytes);
  throw argumentError(
    `${name} has data that is neither bytes nor hexadecimal`,
    'Text becomes bytes by new TextEncoder().encode(text).',
  );
}

/** Returns the place for the change of a payment that spends these coins. */
export function placeForChange(
  target: ChangeTarget,
  coins: readonly OpenCoin[],
  outputs: number,
  silent?: SilentSigning,
): ChangePlace {
  const [first] = coins;
  if (typeof target === 'string' && first !== undefined) {
    const read = readSilent(target, first.account, silent);
    if (read === undefined) return { scriptPubKey: readPayable(target, first.account) };
    return { scriptPubKey: read.script(outputs), silent: { ...read.keys, label: 0 } };
  }
  const named: Partial<Extract<ChangeTarget, { index: number }>> = Object(target);
  if (named.account !== undefined || named.index !== undefined) {
    checkArgument('change', target, 'ChangePosition');
  }
  const account = accountOf(target);
  if (account === undefined) {
    throw argumentError(
      'change must be an account or an address',
      'What is not paid goes there: without it, it would be the fee.',
    );
  }
  const { index = account.isRange ? changeIndex(account, coins) : 0 } = Object(target);
  return placeAt(account, index);
}

function placeAt(account: Account, index: number): ChangePlace {
  const scriptPubKey = readAddress(account.changeAddress(index), account);
  const place = account.find(scriptPubKey) ?? { side: 'change', index };
  return { scriptPubKey, own: { account, side: place.side, index } };
}

/**
 * Returns the position for change of an account: after the positions that the account was opened
 * with, and after every given coin.
 */
function changeIndex(account: Account, coins: readonly OpenCoin[]): number {
  const side = account.change === account.receive ? 'receive' : 'change';
  return coins
    .filter((coin) => coin.account === account && coin.side === side)
    .reduce((most, { index }) => Math.max(most, index + 1), account.next.change);
}
