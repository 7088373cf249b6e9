import { formatAmount } from '../../../encoding/amount.ts';
import { encodePsbt } from '../../../psbt/encode.ts';
import { RpcError } from '../../../rpc/error.ts';
import { parseOutputMembers } from '../../../rpc/parse/outputs.ts';
import { silentOutputs } from '../../../rpc/parse/silent-address-argument.ts';
import { fundingFeeFaultOf } from '../../../rpc/spending/funding-fee.ts';
import type { FundingOrder } from '../../../rpc/spending/funding-order.ts';
import { amountFromValue } from '../../../rpc/values.ts';
import { failure } from './failures.ts';
import { FUNDING, fund, inputOf, solvingOf } from './fund-payment-order.ts';
import { excessMessage, FUNDING_FAULTS } from './funding-faults.ts';
import { keepSubject, takeBytes } from './intake.ts';
import { readListed } from './listed-coins.ts';
import { addProofs } from './names.ts';
import { estimateOf, openForPayments } from './open-payments.ts';
import { type Payment, readOutput } from './payment-outputs.ts';
import type { Session } from './session.ts';
import { explained } from './session-context.ts';
import { viewKeys } from './view-keys.ts';

/** Makes a PSBT that pays, and opens it for review. */
export async function makePayment(session: Session, payment: Payment): Promise<void> {
  const { payees, coins } = payment;
  const listed = session.listed && readListed(session.listed, session);
  if (listed !== undefined && (payees.length > 1 || payees[0]?.paysFee !== true)) {
    throw failure('Coins of a list are all sent to one address. Choose “Send everything”.');
  }
  const total = listed?.reduce((sum, { value }) => sum + value, 0n);
  const outputs = payees.map((each) =>
    readOutput(total === undefined ? each : { ...each, amount: formatAmount(total) }, session),
  );
  if (new Set(outputs.map(([address]) => address.toLowerCase())).size < outputs.length) {
    throw failure('Two recipients have the same address. Add up their amounts, and remove one.');
  }
  const rate = payment.feeRate.trim();
  if (rate === '' && (await estimateOf(session)) === undefined) {
    throw failure('This snapshot has no fee estimate. Enter a fee rate in sat/vB, such as 2.5.');
  }
  if (!/^(\d*\.?\d{1,3})?$/.test(rate)) throw failure('Enter a fee rate in sat/vB, such as 2.5.');
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
    return fund(session.wallet ?? (await openForPayments(session)), order, context);
  }).catch((error: unknown) => {
    if (!(error instanceof RpcError)) throw error;
    const excess = fundingFeeFaultOf(error);
    const message = excess ? excessMessage(excess) : FUNDING_FAULTS.get(error.message);
    throw message === undefined ? error : failure(message);
  });
  const proofs = payees.flatMap(({ name }) => name?.proof ?? []);
  const bytes = encodePsbt(addProofs(session, psbt, proofs));
  if (bytes === undefined) throw failure('No payment was made. Check the amounts.');
  takeBytes(session, bytes);
  keepSubject(session);
}
