import { type Knowledge, knowledgeProvider } from '../../descriptor/knowledge.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { isSignedAndVerified, openSession } from '../../psbt/session.ts';
import type { SighashType } from '../../sighash/sighash-type.ts';
import { hideFromProvider } from '../../signing/provider.ts';
import type { Context } from '../context.ts';
import { defineMethod } from '../method.ts';
import {
  fillPsbtParams,
  processedPsbtResult,
  psbtParam,
  scanObjectsParam,
} from '../params/psbt.ts';
import { parsePsbt } from '../parse/psbt.ts';
import { parseScanObjects } from '../parse/scan-objects.ts';
import { parseOptionalSighash } from '../parse/sighash-type.ts';
import { musigSourceOf, processPsbt } from '../process-psbt.ts';
import { shapeProcessedPsbt } from '../shape/processed-psbt.ts';

export const descriptorprocesspsbt = defineMethod({
  name: 'descriptorprocesspsbt',
  category: 'Rawtransactions',
  summary:
    'Add to a PSBT what descriptors tell, as utxoupdatepsbt does, and sign with the private keys in them.',
  params: [psbtParam, { ...scanObjectsParam, required: true }, ...fillPsbtParams],
  result: processedPsbtResult,
  examples: [
    'descriptorprocesspsbt "psbt" "[\\"descriptor1\\", \\"descriptor2\\"]"',
    'descriptorprocesspsbt "psbt" "[{\\"desc\\":\\"mydescriptor\\", \\"range\\":21}]"',
  ],
  async run(args, context) {
    const knowledge = parseScanObjects(args.descriptors, context, { secrets: true });
    try {
      const psbt = await process(args.psbt, context, {
        knowledge,
        sighashType: parseOptionalSighash(args.sighashtype),
        bip32Derivs: args.bip32derivs !== false,
        finalize: args.finalize !== false,
      });
      return shapeProcessedPsbt(psbt, isComplete(psbt, context), context.secp256k1);
    } finally {
      for (const key of knowledge.privateKeys.values()) key.wipe();
    }
  },
});

type Task = {
  readonly knowledge: Knowledge;
  readonly sighashType: SighashType | undefined;
  readonly bip32Derivs: boolean;
  readonly finalize: boolean;
};

async function process(text: string, context: Context, task: Task): Promise<Psbt> {
  const { knowledge, sighashType, finalize } = task;
  const hide = { secrets: false, origins: !task.bip32Derivs };
  const provider = hideFromProvider(knowledgeProvider(knowledge), hide);
  const musig = musigSourceOf(context);
  const psbt = parsePsbt(text, context.secp256k1);
  return processPsbt(psbt, context, { provider, sighashType, finalize, musig });
}

function isComplete(psbt: Psbt, { secp256k1 }: Context): boolean {
  const session = openSession(psbt, secp256k1);
  invariant(session !== undefined, 'a PSBT that was processed has a lock time');
  return psbt.inputs.every((_, index) => isSignedAndVerified(session, index));
}
