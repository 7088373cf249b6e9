import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { formatAmount } from '../../../encoding/amount.ts';
import { encodeBase64 } from '../../../encoding/base64.ts';
import { decodeHex, encodeHex } from '../../../encoding/hex.ts';
import { visible } from '../../../encoding/unseen.ts';
import { printJson } from '../../../json/print.ts';
import { decodePsbt } from '../../../psbt/decode.ts';
import { decodepsbt } from '../../../rpc/methods/decodepsbt.ts';
import { decoderawtransaction } from '../../../rpc/methods/decoderawtransaction.ts';
import { decodescript } from '../../../rpc/methods/decodescript.ts';
import { getdescriptorinfo } from '../../../rpc/methods/getdescriptorinfo.ts';
import { formatAddress } from '../../../script/address.ts';
import { decodeAnyTransaction } from '../../../transaction/decode-any.ts';
import type { TxOut } from '../../../transaction/transaction.ts';
import { callMethod, failure, type Session } from './session.ts';
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

export async function readCarried(session: Session): Promise<ReadView> {
  const { carried } = session;
  switch (carried?.kind) {
    case 'psbt': {
      const psbt = decodePsbt(carried.bytes, kernelSecp256k1);
      return {
        title: 'PSBT',
        summary: 'error' in psbt ? undefined : summaryOf(psbt, session),
        text: await decoded(session, decodepsbt, { psbt: encodeBase64(carried.bytes) }),
        traces: tracePsbt(carried.bytes),
      };
    }
    case 'transaction': {
      const hexstring = encodeHex(carried.bytes);
      const transaction = decodeAnyTransaction(carried.bytes, { witness: true, legacy: true });
      return {
        title: 'Transaction',
        summary: transaction && summaryOf(transaction, session),
        text: await decoded(session, decoderawtransaction, { hexstring }),
        traces: [],
      };
    }
    case 'descriptor': {
      const descriptor = carried.text.replace(/#\w*$/, '');
      return {
        title: 'Descriptor',
        summary: undefined,
        text: await decoded(session, getdescriptorinfo, { descriptor }),
        traces: [],
      };
    }
    case 'text': {
      const hex = carried.text.replace(/\s/g, '');
      const script = decodeHex(hex);
      if (script === undefined) break;
      return {
        title: 'Script',
        summary: undefined,
        text: await decoded(session, decodescript, { hexstring: hex }),
        traces: [traceScript(script)],
      };
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

async function decoded(
  session: Session,
  ...[method, params]: [Parameters<typeof callMethod>[1], Parameters<typeof callMethod>[2]]
): Promise<string> {
  const answer = await callMethod(session, method, params);
  return printJson(answer, 2).split('\n').map(visible).join('\n');
}
