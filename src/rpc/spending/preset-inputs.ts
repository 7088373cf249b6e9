import { outPointKey } from '../../transaction/transaction.ts';
import type { Funded, PresetInput } from '../../wallet/funding/fund-request.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { walletError } from '../error.ts';
import type { FundingOrder } from './funding-order.ts';
import type { findOutputs } from './funding-view.ts';

/** Returns preset inputs. The last of repeated outpoints counts. */
export function presetInputs(
  { inputs, options }: FundingOrder,
  wallet: Wallet,
  outputs: Awaited<ReturnType<typeof findOutputs>>,
): readonly PresetInput[] {
  const read = ({ prevout, sequence, scriptSig, witness }: FundingOrder['inputs'][number]) => {
    const key = outPointKey(prevout);
    const own = wallet.ledger.outputs.has(key);
    const external = own ? undefined : outputs.get(key);
    const weight = options.weights.get(key);
    const scripts = { scriptSig, witness };
    return { outPoint: prevout, sequence, weight, external, scripts };
  };
  // sendall takes its inputs as they are, as in Core.
  if (options.all) return inputs.map(read);
  const presets = new Map<string, PresetInput>();
  for (const input of inputs) {
    const preset = read(input);
    const key = outPointKey(preset.outPoint);
    if (preset.external === undefined && !wallet.ledger.outputs.has(key)) {
      throw walletError('Unable to find UTXO for external input');
    }
    presets.delete(key);
    presets.set(key, preset);
  }
  return [...presets.values()];
}

/** Locks the inputs until the program ends. */
export function lockInputs({
  wallet,
  transaction,
}: Pick<Funded, 'wallet' | 'transaction'>): Wallet {
  const locks = new Map(wallet.locks);
  for (const { prevout } of transaction.inputs) {
    const key = outPointKey(prevout);
    locks.set(key, locks.get(key) ?? false);
  }
  return { ...wallet, locks };
}
