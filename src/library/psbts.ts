import { checkArguments } from '../arguments/check-arguments.ts';
import * as convert from '../psbt/convert.ts';
import * as value from '../psbt/psbt.ts';
import { psbtKinds } from '../psbt/psbt-kinds.ts';
import * as unsigned from '../psbt/unsigned-transaction.ts';

// The engine calls these functions for each payment, with values of its own. A check of a PSBT
// takes as long as they do, so only callers of the package are checked.

export const convertPsbt: typeof convert.convertPsbt = (psbt, version) => {
  checkArguments(
    'convertPsbt',
    { psbt: [psbt, 'Psbt'], version: [version, 'PsbtVersion'] },
    psbtKinds,
  );
  return convert.convertPsbt(psbt, version);
};

export const createPsbt: typeof value.createPsbt = (transaction, version) => {
  checkArguments(
    'createPsbt',
    { transaction: [transaction, 'Transaction'], version: [version, 'PsbtVersion'] },
    psbtKinds,
  );
  return value.createPsbt(transaction, version);
};

export const unsignedTransaction: typeof unsigned.unsignedTransaction = (psbt) => {
  checkArguments('unsignedTransaction', { psbt: [psbt, 'Psbt'] }, psbtKinds);
  return unsigned.unsignedTransaction(psbt);
};
