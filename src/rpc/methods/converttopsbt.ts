import { createPsbt } from '../../psbt/psbt.ts';
import type { TxIn } from '../../transaction/transaction.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { psbtResult, psbtVersionParam } from '../params/psbt.ts';
import { formatPsbt, parsePsbtVersion } from '../parse/psbt.ts';
import { decodeHexTransaction } from '../parse/raw-transaction.ts';

export const converttopsbt = defineMethod({
  name: 'converttopsbt',
  category: 'Rawtransactions',
  summary: 'Make a PSBT of a raw transaction.',
  params: [
    { name: 'hexstring', type: 'hex', required: true, help: 'The transaction in hexadecimal' },
    {
      name: 'permitsigdata',
      type: 'bool',
      required: false,
      default: false,
      help: 'Whether signatures in it are dropped; otherwise they are an error',
    },
    {
      name: 'iswitness',
      type: 'bool',
      required: false,
      defaultHint: 'whichever makes sense',
      help: 'Whether it is in the form with witnesses: true tries this form only, false the other one only.',
    },
    psbtVersionParam,
  ],
  result: psbtResult,
  examples: ['converttopsbt "rawtransaction"'],
  run(args) {
    const { iswitness } = args;
    const transaction = decodeHexTransaction(args.hexstring, {
      witness: iswitness ?? true,
      legacy: !(iswitness ?? false),
    });
    if (transaction === undefined) throw refused('TX decode failed');
    if (args.permitsigdata !== true && transaction.inputs.some(hasSignatureData)) {
      throw refused('Inputs must not have scriptSigs and scriptWitnesses');
    }
    return formatPsbt(createPsbt(transaction, parsePsbtVersion(args.psbt_version)));
  },
});

const hasSignatureData = ({ scriptSig, witness }: TxIn): boolean =>
  scriptSig.length > 0 || witness.length > 0;

function refused(message: string): RpcError {
  return new RpcError(RpcCode.DESERIALIZATION_ERROR, message);
}
