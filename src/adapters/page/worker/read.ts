import { encodeBase64 } from '../../../encoding/base64.ts';
import { decodeHex, encodeHex } from '../../../encoding/hex.ts';
import { visible } from '../../../encoding/unseen.ts';
import { printJson } from '../../../json/print.ts';
import { decodepsbt } from '../../../rpc/methods/decodepsbt.ts';
import { decoderawtransaction } from '../../../rpc/methods/decoderawtransaction.ts';
import { decodescript } from '../../../rpc/methods/decodescript.ts';
import { getdescriptorinfo } from '../../../rpc/methods/getdescriptorinfo.ts';
import { callMethod, failure, type Session } from './session.ts';
import { type TraceView, tracePsbt, traceScript } from './trace.ts';

/** The import, decoded, with the steps of its scripts. */
export type ReadView = {
  readonly title: string;
  readonly text: string;
  readonly traces: readonly TraceView[];
};

export async function readCarried(session: Session): Promise<ReadView> {
  const { carried } = session;
  switch (carried?.kind) {
    case 'psbt':
      return {
        title: 'PSBT',
        text: await decoded(session, decodepsbt, { psbt: encodeBase64(carried.bytes) }),
        traces: tracePsbt(carried.bytes),
      };
    case 'transaction': {
      const hexstring = encodeHex(carried.bytes);
      return {
        title: 'Transaction',
        text: await decoded(session, decoderawtransaction, { hexstring }),
        traces: [],
      };
    }
    case 'descriptor': {
      const descriptor = carried.text.replace(/#\w*$/, '');
      return {
        title: 'Descriptor',
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
        text: await decoded(session, decodescript, { hexstring: hex }),
        traces: [traceScript(script)],
      };
    }
  }
  throw failure(
    'This is nothing that can be read here: bring a PSBT, a transaction, a descriptor, or a script in hexadecimal.',
  );
}

async function decoded(
  session: Session,
  ...[method, params]: [Parameters<typeof callMethod>[1], Parameters<typeof callMethod>[2]]
): Promise<string> {
  const answer = await callMethod(session, method, params);
  return printJson(answer, 2).split('\n').map(visible).join('\n');
}
