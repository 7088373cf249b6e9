import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { formatAmount } from '../../../encoding/amount.ts';
import { decodeHex, encodeHex } from '../../../encoding/hex.ts';
import { visible } from '../../../encoding/unseen.ts';
import type { Json } from '../../../json/json.ts';
import { printJson } from '../../../json/print.ts';
import { decodePsbt } from '../../../psbt/decode.ts';
import { shapeDescriptorInfo } from '../../../rpc/explain/descriptor-json.ts';
import { showPsbt } from '../../../rpc/results/psbt-result.ts';
import { decodedScriptResult } from '../../../rpc/results/script-result.ts';
import { transactionResult } from '../../../rpc/results/transaction-result.ts';
import { formatAddress } from '../../../script/address.ts';
import { decodeAnyTransaction } from '../../../transaction/decode-any.ts';
import type { TxOut } from '../../../transaction/transaction.ts';
import { failure } from './failures.ts';
import type { Session } from './session.ts';
import { contextOf, explained } from './session-context.ts';
import { type TraceView, tracePsbt, traceScript } from './trace.ts';

type Summary = {
  readonly inputs: number;
  readonly outputs: number;
  /** The first outputs: an address, or a script in hexadecimal, and an amount in BTC. */
  readonly pays: readonly { readonly to: string; readonly amount: string }[];
};

/** The import, decoded, with the steps of its scripts. */
export type ReadView = {
  readonly title: string;
  /** Payments of a transaction or PSBT; `undefined` for anything else. */
  readonly summary: Summary | undefined;
  readonly text: string;
  readonly traces: readonly TraceView[];
};

export async function readPayload(session: Session): Promise<ReadView> {
  const { payload } = session;
  switch (payload?.kind) {
    case 'psbt': {
      const psbt = decodePsbt(payload.bytes, kernelSecp256k1);
      if ('error' in psbt) {
        throw failure(`This PSBT is cut off or damaged. Export or copy it again. (${psbt.error})`);
      }
      return {
        title: 'PSBT',
        summary: summaryOf(psbt, session),
        text: printed(await showPsbt(psbt, contextOf(session))),
        traces: tracePsbt(psbt),
      };
    }
    case 'transaction': {
      const transaction = decodeAnyTransaction(payload.bytes, { witness: true, legacy: true });
      if (transaction === undefined) throw failure('This transaction is damaged. Copy it again.');
      return {
        title: 'Transaction',
        summary: summaryOf(transaction, session),
        text: printed(transactionResult.show(transaction, contextOf(session))),
        traces: [],
      };
    }
    case 'descriptor': {
      const descriptor = payload.text.replace(/#\w*$/, '');
      const text = await explained(session, descriptor, (context) =>
        printed(shapeDescriptorInfo(descriptor, context)),
      );
      return { title: 'Descriptor', summary: undefined, text, traces: [] };
    }
    case 'text': {
      const script = decodeHex(payload.text.replace(/\s/g, ''));
      if (script === undefined) break;
      const text = printed(decodedScriptResult.show(script, contextOf(session)));
      return { title: 'Script', summary: undefined, text, traces: [traceScript(script)] };
    }
  }
  throw failure(
    'There is nothing to inspect in this. Open a PSBT, a transaction, a descriptor, or a script in hexadecimal.',
  );
}

const MOST_PAYS = 8;

function summaryOf(
  { inputs, outputs }: { readonly inputs: readonly unknown[]; readonly outputs: readonly TxOut[] },
  { network }: Session,
): Summary {
  const pays = outputs.slice(0, MOST_PAYS).map(({ value, scriptPubKey }) => ({
    to: formatAddress(scriptPubKey, network) ?? encodeHex(scriptPubKey),
    amount: formatAmount(value),
  }));
  return { inputs: inputs.length, outputs: outputs.length, pays };
}

const printed = (answer: Json): string => printJson(answer, 2).split('\n').map(visible).join('\n');
