import type { OutputType } from '../../descriptor/descriptor.ts';
import { formatMoney } from '../../encoding/amount.ts';
import type { OutPoint } from '../../transaction/transaction.ts';
import { formatFeeRate } from '../../wallet/fee-rate.ts';
import type { LockError } from '../../wallet/funding/branch-locks.ts';
import type { FundingError } from '../../wallet/funding/funding-error.ts';
import type { NoAddress } from '../../wallet/keys/addresses.ts';

const SMALLER = "Please try sending a smaller amount or manually consolidating your wallet's UTXOs";

/** Errors whose messages contain facts. */
type WithFacts =
  | 'fee rate too low'
  | 'weight limit'
  | 'insufficient for fee'
  | 'no change address'
  | 'preset unknown'
  | 'preset spent'
  | 'preset unsolvable'
  | 'preset version'
  | 'all too little';

/** Core's messages without facts (wallet/spend.cpp). */
const MESSAGES: { readonly [E in Exclude<FundingError['error'], WithFacts>]: string } = {
  'no fee rate':
    'Fee estimation failed. Fallbackfee is disabled. Wait a few blocks or enable -fallbackfee.',
  'recipient is dust': 'Transaction amount too small',
  'nothing to do':
    'Transaction requires one destination of non-zero value, a non-zero feerate, or a pre-selected input',
  'insufficient funds': 'Insufficient funds',
  'change position': 'Transaction change output index out of range',
  'unknown size': 'Missing solving data for estimating transaction size',
  'recipient below fee': 'The transaction amount is too small to pay the fee',
  'recipient dust after fee':
    'The transaction amount is too small to send after the fee has been deducted',
  'too large': 'Transaction too large',
  'fee too high': 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
  'cluster too large': 'too many unconfirmed transactions in cluster',
  'preset too small':
    'The preselected coins total amount does not cover the transaction target. Please allow other inputs to be automatically selected or include more coins manually',
  'inputs too heavy': `The inputs size exceeds the maximum weight. ${SMALLER}`,
  'preset and inputs too heavy': `The combination of the pre-selected inputs and the wallet automatic inputs selection exceeds the transaction maximum weight. ${SMALLER}`,
  'no weight for inputs':
    'Maximum transaction weight is less than transaction weight without inputs',
  'no weight for change':
    'Maximum transaction weight is too low, can not accommodate change output',
  'cluster too large to price':
    'Failed to calculate bump fees, because unconfirmed UTXOs depend on an enormous cluster of unconfirmed transactions.',
  'outputs above inputs': 'Assigned more value to outputs than available funds.',
  'too little for fee': 'Insufficient funds for fees after creating specified outputs.',
  'share is dust': 'Dynamically assigned remainder results in dust output.',
  'output is dust': 'Specified output amount is below dust threshold.',
  'chain too long':
    'Unconfirmed UTXOs are available, but spending them creates a chain of transactions that will be rejected by the mempool',
};

/** Returns why a transaction cannot be funded, as Core's message (wallet/spend.cpp). */
export function fundingErrorMessage(error: FundingError): string {
  switch (error.error) {
    case 'fee rate too low':
      return tooLowMessage(error);
    case 'weight limit':
      return `Maximum transaction weight must be between ${error.least} and ${error.most}`;
    case 'insufficient for fee':
      return `The total exceeds your balance when the ${formatMoney(BigInt(error.fee))} transaction fee is included.`;
    case 'no change address':
      return `Transaction needs a change address, but we can't generate it. ${noAddressMessage(error.reason, error.type)}`;
    case 'preset unknown':
      return `Not found pre-selected input ${outPointName(error.outPoint)}`;
    case 'preset spent':
      return `Pre-selected input ${outPointName(error.outPoint)} was already spent`;
    case 'preset unsolvable':
      return `Not solvable pre-selected input ${outPointName(error.outPoint)}`;
    case 'preset version':
      return `Can't spend unconfirmed version ${error.parent} pre-selected input with a version ${error.version} tx`;
    case 'all too little':
      return error.sendMax
        ? 'Total value of UTXO pool too low to pay for transaction, try using lower feerate.'
        : "Total value of UTXO pool too low to pay for transaction. Try using lower feerate or excluding uneconomic UTXOs with 'send_max' option.";
    default:
      return MESSAGES[error.error];
  }
}

function tooLowMessage({
  given,
  least,
  floors,
}: Extract<FundingError, { error: 'fee rate too low' }>): string {
  const tooLow = `Fee rate (${formatFeeRate(given)}) is lower than the minimum fee rate setting (${formatFeeRate(least)}).`;
  if (floors === undefined) return tooLow;
  const { minTxFee, minRelayFee } = floors;
  return `${tooLow}\nConsider modifying -mintxfee (${formatFeeRate(minTxFee)}) or -minrelaytxfee (${formatFeeRate(minRelayFee)}).`;
}

/** Core: COutPoint::ToString. */
function outPointName({ txid, vout }: OutPoint): string {
  return `COutPoint(${txid.slice(0, 10)}, ${vout})`;
}

/** Returns why a wallet has no address of this type, as Core's message. */
export function noAddressMessage(reason: NoAddress, type: OutputType): string {
  switch (reason) {
    case 'no descriptor':
      return `Error: No ${type} addresses available.`;
    case 'none left':
      return 'No addresses available';
    case 'keypool ran out':
      return 'Error: Keypool ran out, please call keypoolrefill first';
  }
}

/** Returns why a requested lock cannot open the path, and what to do. */
export function lockProblem(fault: LockError): { readonly message: string; readonly hint: string } {
  switch (fault.error) {
    case 'locktime of other kind':
      return {
        message: `The path opens with a lock time of ${fault.after}, and locktime is of the other kind`,
        hint: 'One is a block height and the other a time. Leave locktime out: the path sets it.',
      };
    case 'sequence of other kind':
      return {
        message: `The path opens with a sequence of ${fault.older}, and the requested sequence is of the other kind`,
        hint: 'One counts blocks and the other time. Leave sequence out: the path sets it.',
      };
    case 'sequence is final':
      return {
        message: 'The sequence 4294967295 switches off the lock that opens the path',
        hint: 'Leave sequence out: the path sets it.',
      };
    case 'version without locks':
      return {
        message: `The path opens with a sequence of ${fault.older}, which has no effect in version 1`,
        hint: 'Leave version out, or make the transaction with version 2 or 3.',
      };
  }
}
