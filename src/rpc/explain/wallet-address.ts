import { hash160, ripemd160 } from '../../crypto/hash.ts';
import { isSolvable } from '../../descriptor/descriptor.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import { formatKeyPath } from '../../descriptor/key-path.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { formatAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import { publicKeysOfXOnly } from '../../signing/keys.ts';
import type { KeyOrigin, SigningProvider } from '../../signing/provider.ts';
import { isChange } from '../../wallet/keys/addresses.ts';
import { publicDescriptorText, solvingProvider } from '../../wallet/keys/providers.ts';
import { findOwners, type Wallet } from '../../wallet/wallet.ts';
import { type AddressMembers, describeAddress } from '../results/address-result.ts';

/** Shapes the result of getaddressinfo. Core: getaddressinfo (wallet/rpc/addresses.cpp). */
export function shapeWalletAddress(
  script: Bytes,
  wallet: Wallet,
  context: DescriptorContext,
): Json {
  const { secp256k1 } = context;
  const hex = encodeHex(script);
  const [owner] = findOwners(wallet, hex);
  const provider = solvingProvider(wallet, hex, secp256k1);
  const label = wallet.labels.get(hex)?.label;
  return jsonObject({
    address: formatAddress(script, wallet.network),
    scriptPubKey: hex,
    ismine: owner !== undefined,
    ...solvability(script, provider, context),
    parent_desc: owner && publicDescriptorText(owner.owner, wallet, secp256k1),
    iswatchonly: false,
    ...describeAddress(script),
    ...(provider && describeWithKeys(script, provider, context)),
    ischange: owner !== undefined && isChange(wallet, hex, true),
    ...(owner && provider && originMembers(script, provider, owner.owner.creationTime)),
    labels: label === undefined ? [] : [label],
  });
}

function solvability(
  script: Bytes,
  provider: SigningProvider | undefined,
  context: DescriptorContext,
): AddressMembers {
  if (provider === undefined) return { solvable: false };
  const descriptor = inferDescriptor(script, provider, context.secp256k1);
  const solvable = isSolvable(descriptor);
  return { solvable, ...(solvable && { desc: formatDescriptor(descriptor, context) }) };
}

/** Core: DescribeWalletAddressVisitor. */
function describeWithKeys(
  script: Bytes,
  provider: SigningProvider,
  context: DescriptorContext,
): AddressMembers {
  const template = solveScript(script);
  switch (template.kind) {
    case 'pubkeyhash': {
      const key = provider.getPublicKey(template.hash);
      return key ? { pubkey: encodeHex(key), iscompressed: key.length === 33 } : {};
    }
    case 'witness_v0_keyhash': {
      const key = provider.getPublicKey(template.hash);
      return key ? { pubkey: encodeHex(key) } : {};
    }
    case 'scripthash':
      return describeSubscript(provider.getScript(template.hash), provider, context);
    case 'witness_v0_scripthash':
      return describeSubscript(provider.getScript(ripemd160(template.hash)), provider, context);
    default:
      return {};
  }
}

function describeSubscript(
  script: Bytes | undefined,
  provider: SigningProvider,
  context: DescriptorContext,
): AddressMembers {
  if (script === undefined) return {};
  const template = solveScript(script);
  const members = { script: template.kind, hex: encodeHex(script) };
  const address = formatAddress(script, context.network);
  if (address !== undefined) {
    const inner = describeWithKeys(script, provider, context);
    const embedded = jsonObject({
      ...describeAddress(script),
      ...inner,
      address,
      scriptPubKey: encodeHex(script),
    });
    // Repeat the key at the top, so that every type has it in the same place.
    return { ...members, pubkey: inner.pubkey, embedded };
  }
  if (template.kind !== 'multisig') return members;
  return {
    ...members,
    sigsrequired: jsonNumber(template.required),
    pubkeys: template.publicKeys.map(encodeHex),
  };
}

/** The HD seed id that Core still reports; descriptor wallets have none. */
const NO_SEED = '00'.repeat(20);

function originMembers(
  script: Bytes,
  provider: SigningProvider,
  creationTime: bigint,
): AddressMembers {
  const origin = originOf(script, provider);
  if (origin === undefined) return {};
  return {
    timestamp: jsonNumber(creationTime),
    hdkeypath: `m${formatKeyPath(origin.path, false)}`,
    hdseedid: NO_SEED,
    hdmasterfingerprint: encodeHex(origin.fingerprint),
  };
}

/** Finds the key origin of single-key addresses. Core: GetKeyForDestination. */
function originOf(script: Bytes, provider: SigningProvider): KeyOrigin | undefined {
  const template = solveScript(script);
  switch (template.kind) {
    case 'pubkeyhash':
    case 'witness_v0_keyhash':
      return provider.getKeyOrigin(template.hash);
    case 'scripthash': {
      const inner = solveScript(provider.getScript(template.hash) ?? new Uint8Array(0));
      return inner.kind === 'witness_v0_keyhash' ? provider.getKeyOrigin(inner.hash) : undefined;
    }
    case 'witness_v1_taproot': {
      const spendData = provider.getTaprootSpendData(template.outputKey);
      if (spendData?.internalKey === undefined || spendData.merkleRoot !== undefined) {
        return undefined;
      }
      const hashes = publicKeysOfXOnly(spendData.internalKey).map((key) => hash160(key));
      const known = hashes.find((hash) => provider.getPublicKey(hash) !== undefined);
      return known && provider.getKeyOrigin(known);
    }
    default:
      return undefined;
  }
}
