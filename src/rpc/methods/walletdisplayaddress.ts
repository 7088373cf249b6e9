import { formatDescriptor } from '../../descriptor/format.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { getMember, isJsonObject, type Json, jsonObject } from '../../json/json.ts';
import { decodeAddress, formatAddress } from '../../script/address.ts';
import { solvingProvider } from '../../wallet/keys/providers.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey, miscError } from '../error.ts';
import { record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireSigner } from '../signing/external-signer.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

export const walletdisplayaddress = defineMethod({
  name: 'walletdisplayaddress',
  category: 'Wallet',
  summary:
    'Show an address of the wallet on its device, so that you can compare it. Malware could change what this computer shows.',
  params: [str('address', 'The address to show')],
  result: record([str('address', 'The address, which the device echoed')]),
  examples: ['walletdisplayaddress "address"'],
  async run({ address }, context) {
    const { wallet } = await requireFollowingWallet(context);
    const script = decodeAddress(address, context.network);
    if ('error' in script) {
      throw invalidAddressOrKey('Invalid address');
    }
    await displayAddress(script, wallet, context);
    return jsonObject({ address });
  },
});

/** Core: CWallet::DisplayAddress, ExternalSignerScriptPubKeyMan::DisplayAddress. */
async function displayAddress(script: Bytes, wallet: Wallet, context: Context): Promise<void> {
  const { secp256k1, network } = context;
  const provider = solvingProvider(wallet, encodeHex(script), secp256k1);
  if (!wallet.flags.externalSigner || provider === undefined) {
    throw miscError('There is no ScriptPubKeyManager for this address');
  }
  const descriptor = inferDescriptor(script, provider, secp256k1);
  const signer = await requireSigner(context);
  const text = formatDescriptor(descriptor, context);
  const answer = await signer.ask(['displayaddress', '--desc', text]);
  const member = (name: string): Json => (isJsonObject(answer) ? getMember(answer, name) : null);
  const error = member('error');
  if (typeof error === 'string') throw miscError(`Signer returned error: ${error}`);
  const echoed = member('address');
  if (typeof echoed !== 'string') throw miscError('Signer did not echo address');
  if (echoed !== formatAddress(script, network)) {
    throw miscError(`Signer echoed unexpected address ${echoed}`);
  }
}
