import type { Ancestry } from '../../chain/ancestry.ts';
import { ripemd160 } from '../../crypto/hash.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { formatAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { publicDescriptorText, solvingProvider } from '../../wallet/keys/providers.ts';
import { spendingDescriptor, usedScripts, type WalletCoin } from '../../wallet/ledger/coins.ts';
import { findOwners, type Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import type { AddressMembers } from '../results/address-result.ts';

export type AncestryLookup = (txid: string) => Ancestry;

export function shapeCoin(
  { outPoint, output, depth, safe }: WalletCoin,
  wallet: Wallet,
  context: Context,
  ancestry: AncestryLookup,
): Json {
  const { secp256k1 } = context;
  const script = encodeHex(output.scriptPubKey);
  const address = formatAddress(output.scriptPubKey, wallet.network);
  const descriptor = spendingDescriptor(wallet, output.scriptPubKey, secp256k1);
  const provider = solvingProvider(wallet, script, secp256k1);
  const owners = findOwners(wallet, script);
  return jsonObject({
    txid: outPoint.txid,
    vout: jsonNumber(outPoint.vout),
    ...(address !== undefined && {
      address,
      label: wallet.labels.get(script)?.label,
      ...(provider && redeemMembers(output.scriptPubKey, provider)),
    }),
    scriptPubKey: script,
    amount: jsonAmount(output.value),
    confirmations: jsonNumber(depth),
    ...(depth === 0 && ancestryMembers(ancestry(outPoint.txid))),
    spendable: true,
    solvable: descriptor !== undefined,
    ...(descriptor && { desc: formatDescriptor(descriptor, context) }),
    parent_descs: owners.flatMap(
      ({ owner }) => publicDescriptorText(owner, wallet, secp256k1) ?? [],
    ),
    ...(wallet.flags.avoidReuse && { reused: usedScripts(wallet).has(script) }),
    safe,
  });
}

function redeemMembers(scriptPubKey: Bytes, provider: SigningProvider): AddressMembers {
  const template = solveScript(scriptPubKey);
  if (template.kind === 'witness_v0_scripthash') {
    const witnessScript = provider.getScript(ripemd160(template.hash));
    return witnessScript ? { witnessScript: encodeHex(witnessScript) } : {};
  }
  const redeemScript =
    template.kind === 'scripthash' ? provider.getScript(template.hash) : undefined;
  if (redeemScript === undefined) return {};
  const inner = solveScript(redeemScript);
  const nested =
    inner.kind === 'witness_v0_scripthash' ? redeemMembers(redeemScript, provider) : {};
  return { redeemScript: encodeHex(redeemScript), ...nested };
}

function ancestryMembers({ ancestors, ancestorSize, ancestorFees }: Ancestry): AddressMembers {
  if (ancestors === 0) return {};
  return {
    ancestorcount: jsonNumber(ancestors),
    ancestorsize: jsonNumber(ancestorSize),
    ancestorfees: jsonNumber(ancestorFees),
  };
}
