import { jsonObject } from '../../json/json.ts';
import { miscError, RpcError, verbatimMessage } from '../error.ts';
import { hex, record, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { enumerateSigners } from '../signing/external-signer.ts';

export const enumeratesigners = defineMethod({
  name: 'enumeratesigners',
  category: 'Signer',
  summary:
    'List the devices that the -signer command finds. For devices with the same fingerprint, the first one counts.',
  params: [],
  result: record([
    rows('signers', "The devices, in the order of the command's answer", [
      hex('fingerprint', 'The fingerprint of its master key'),
      str('name', 'The model of the device'),
    ]),
  ]),
  examples: ['enumeratesigners'],
  async run(_args, { signerCommand }) {
    if (signerCommand === undefined) {
      throw miscError(
        'Error: restart bitcoind with -signer=<cmd>',
        'The command is named when coldsign is started: -signer=<cmd>, as in bitcoind',
      );
    }
    const found = await enumerateSigners(signerCommand).catch((error) => {
      // Core uses this code for any error in the answer.
      if (!(error instanceof RpcError)) throw error;
      throw miscError(verbatimMessage(error));
    });
    const signers = found.map(({ fingerprint, name }) => jsonObject({ fingerprint, name }));
    return jsonObject({ signers });
  },
});
