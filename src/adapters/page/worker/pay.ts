import { formatAmount } from '../../../encoding/amount.ts';
import { PlainError } from '../../../encoding/plain-error.ts';
import { encodePsbt } from '../../../psbt/encode.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import { unsignedTransaction } from '../../../psbt/unsigned-transaction.ts';
import { RpcError } from '../../../rpc/error.ts';
import { parseOutputMembers } from '../../../rpc/parse/outputs.ts';
import { silentOutputs } from '../../../rpc/parse/silent-address-argument.ts';
import { fundingFeeFaultOf } from '../../../rpc/spending/funding-fee.ts';
import { fundingErrorMessage } from '../../../rpc/spending/funding-messages.ts';
import type { FundingOrder } from '../../../rpc/spending/funding-order.ts';
import { amountFromValue } from '../../../rpc/values.ts';
import { transactionId } from '../../../transaction/txid.ts';
import { type FieldFault, failure, fieldsRefusal } from './failures.ts';
import { FUNDING, fund, inputOf, solvingOf } from './fund-payment-order.ts';
import { ABOVE_MOST, excessMessage, fundingAdvice, rateMessage } from './funding-faults.ts';
import { keepSubject, takeBytes } from './intake.ts';
import { readListed } from './listed-coins.ts';
import { addProofs } from './names.ts';
import { estimateOf, openForPayments } from './open-payments.ts';
import { type Payment, readAmount, readRate, readTo } from './payment-outputs.ts';
import type { Session } from './session.ts';
import { explained } from './session-context.ts';
import { viewKeys } from './view-keys.ts';

/** Makes a PSBT that pays, and opens it for review. */
export async function makePayment(session: Session, payment: Payment): Promise<void> {
  const { payees, coins } = payment;
  const { coins: found } = readListed(session);
  const listed = found.length > 0 ? found : undefined;
  if (listed !== undefined && (payees.length > 1 || payees[0]?.paysFee !== true)) {
    throw failure('Coins of a list are all sent to one address. Choose “Send everything”.');
  }
  const total = listed?.reduce((sum, { value }) => sum + value, 0n);
  const whole = total === undefined ? {} : { amount: formatAmount(total) };
  const given = payees.map((each) => ({ ...each, ...whole }));
  const hasEstimate = (await estimateOf(session)) !== undefined;
  const { outputs, rate } = readFields({ ...payment, payees: given }, hasEstimate, session);
  const refused = (error: unknown): never => refuse(error, Number(rate));
  const psbt = await explained(session, outputs.flat(), async (context) => {
    const recipients = parseOutputMembers(outputs, silentOutputs(context));
    const feeRate = rate === '' ? undefined : Number(amountFromValue(rate, 3));
    const inputs = (listed?.map(({ outpoint }) => outpoint) ?? coins).map(inputOf);
    const order: FundingOrder = {
      recipients: recipients.map(({ silent, ...output }, i) => {
        return { output, silent, subtractFee: payees[i]?.paysFee === true };
      }),
      inputs,
      locktime: 0,
      options: {
        ...FUNDING,
        feeRate,
        allowOtherInputs: listed === undefined && inputs.length === 0,
        solving: solvingOf(listed === undefined ? [] : viewKeys(session).accounts, context),
      },
    };
    const wallet = session.wallet ?? (await openForPayments(session));
    // Before the error gets a hint: a copy with a hint has lost what the fee was.
    return fund(wallet, order, context).catch(refused);
  }).catch(refused);
  const proofs = payees.flatMap(({ name }) => name?.proof ?? []);
  const bytes = encodePsbt(addProofs(session, psbt, proofs));
  if (bytes === undefined) throw failure('No payment was made. Check the amounts.');
  takeBytes(session, bytes);
  keepSubject(session);
  session.sentAll = sentAllBy(psbt, given, outputs);
}

/** Returns a payment of one amount that pays the fee too. The review compares it with the coins. */
function sentAllBy(
  psbt: Psbt,
  [first, second]: Payment['payees'],
  [output]: readonly (readonly [to: string, amount: string])[],
): Session['sentAll'] {
  const transaction = unsignedTransaction(psbt);
  if (transaction === undefined || output === undefined) return undefined;
  if (first?.paysFee !== true || second !== undefined) return undefined;
  return { txid: transactionId(transaction), amount: amountFromValue(output[1], 8) };
}

/** Throws an error of the funding in the words of the page. `rate`: in sat/vB. */
function refuse(error: unknown, rate: number): never {
  if (!(error instanceof RpcError)) throw error;
  const excess = fundingFeeFaultOf(error);
  const isAboveMost = error.message === fundingErrorMessage({ error: 'fee too high' });
  const fee =
    (excess && excessMessage(excess)) ??
    (isAboveMost ? ABOVE_MOST : rateMessage(error.message, rate));
  if (fee !== undefined) throw fieldsRefusal({ field: 'fee-rate', message: fee });
  const message = fundingAdvice(error.message);
  throw message === undefined ? error : failure(message);
}

/** Reads all fields of a payment. The error has a message for each field that is wrong. */
function readFields(payment: Payment, hasEstimate: boolean, session: Session) {
  const faults: FieldFault[] = [];
  const at = (field: string, read: () => string): string => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      faults.push({ field, message: error.message });
      return '';
    }
  };
  const seen = new Set<string>();
  const outputs = payment.payees.map((payee, i) => {
    const to = at(`address-${i + 1}`, () => {
      const address = readTo(payee, session);
      if (seen.has(address.toLowerCase())) throw failure(SAME_ADDRESS);
      seen.add(address.toLowerCase());
      return address;
    });
    return [to, at(`amount-${i + 1}`, () => readAmount(payee))] as const;
  });
  const rate = at('fee-rate', () => readRate(payment, hasEstimate));
  const [first, ...others] = faults;
  if (first !== undefined) throw fieldsRefusal(first, ...others);
  return { outputs, rate };
}

const SAME_ADDRESS = 'Two recipients have the same address. Add up their amounts, and remove one.';
