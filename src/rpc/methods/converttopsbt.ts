import { convertPsbt } from '../../psbt/convert.ts';
import { createPsbt, type Psbt } from '../../psbt/psbt.ts';
import type { TxIn } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { deserializationError } from '../error.ts';
import { bool, hex } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { psbtVersionParam } from '../params/psbt-params.ts';
import { formatPsbt, parsePsbt, parsePsbtVersion } from '../parse/psbt-argument.ts';
import { parseTransactionOfForm } from '../parse/raw-transaction.ts';
import { profileRules } from '../profile.ts';
import { psbtResult } from '../results/processed-psbt-result.ts';
import { psbtError } from '../signing/process-approved.ts';

export const converttopsbt = defineMethod({
  name: 'converttopsbt',
  category: 'Rawtransactions',
  summary: 'Convert a raw transaction to a PSBT, or a PSBT to the other version.',
  params: [
    hex(
      'hexstring',
      'The transaction in hexadecimal;\n' +
        '(not with -profile=core) or a PSBT in base64, to convert it to the other version',
      { freeText: true },
    ),
    bool('permitsigdata', 'Remove signatures; otherwise they are an error', {
      default: false,
    }),
    bool(
      'iswitness',
      'The format: true reads only the format with witnesses, false only the one without.',
      { defaultHint: 'the format that makes sense' },
    ),
    psbtVersionParam,
  ],
  result: psbtResult,
  examples: ['converttopsbt "rawtransaction"'],
  async run(args, context) {
    const { hexstring, iswitness } = args;
    const psbt = profileRules(context.profile).convertsPsbts
      ? await findPsbt(hexstring, context)
      : undefined;
    if (psbt !== undefined) return convert(psbt, parsePsbtVersion(args.psbt_version));
    const transaction = parseTransactionOfForm(hexstring, iswitness);
    if (args.permitsigdata !== true && transaction.inputs.some(hasSignatureData)) {
      throw deserializationError('Inputs must not have scriptSigs and scriptWitnesses');
    }
    return formatPsbt(createPsbt(transaction, parsePsbtVersion(args.psbt_version)));
  },
});

/**
 * Returns the PSBT if the text is one. Base64 of a PSBT begins with "cHNidP", which is not
 * hexadecimal.
 */
async function findPsbt(text: string, context: Context): Promise<Psbt | undefined> {
  return text.startsWith('cHNidP') ? parsePsbt(text, context) : undefined;
}

function convert(psbt: Psbt, version: 0 | 2): string {
  const converted = convertPsbt(psbt, version);
  if (converted === undefined) throw psbtError('INVALID_TX');
  return formatPsbt(converted);
}

const hasSignatureData = ({ scriptSig, witness }: TxIn): boolean =>
  scriptSig.length > 0 || witness.length > 0;
