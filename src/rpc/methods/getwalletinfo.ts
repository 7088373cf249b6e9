import type { Provenance } from '../../chain/source.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { readSignedAnyway } from '../../wallet/history.ts';
import { keypoolSize } from '../../wallet/keys/addresses.ts';
import { birthTime, isEncrypted, isUnchecked, type Wallet } from '../../wallet/wallet.ts';
import type { RescanProgress } from '../../wallet-host/rescan-slot.ts';
import { bool, list, num, object, record, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';
import { lastBlock, lastBlockResult } from '../results/wallet-result.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

/** Core's last version of wallets without descriptors, which it still reports. */
const WALLET_VERSION = 169900;

export const getwalletinfo = defineMethod({
  name: 'getwalletinfo',
  category: 'Wallet',
  summary: 'Return the state of the wallet.',
  params: [],
  result: record([
    str('walletname', 'The name of the wallet'),
    num('walletversion', 'Always 169900'),
    str('format', 'The storage format'),
    num('txcount', 'The number of transactions'),
    num('keypoolsize', 'The number of receiving addresses that are derived in advance'),
    num(
      'keypoolsize_hd_internal',
      'The number of addresses for change that are derived in advance',
    ),
    time.optional('unlocked_until', 'The time when the wallet locks again; 0 if it is locked'),
    bool('private_keys_enabled', 'True if the wallet can have private keys'),
    bool('avoid_reuse', 'True if coins of reused addresses are kept apart'),
    object(
      'scanning',
      'The running rescan, or false',
      [
        num('duration', 'The seconds since it started'),
        num('progress', 'The progress, from 0 to 1'),
      ],
      { or: false },
    ),
    bool.optional(
      'authenticated',
      'True if the passphrase has proven, since the wallet was loaded, that stored addresses and\n' +
        'scripts are unchanged. Only for wallets with a passphrase',
      { beyondCore: true },
    ),
    bool('descriptors', 'Always true'),
    bool('external_signer', 'True if a device signs'),
    bool('blank', 'True if it was created without keys and still has none'),
    time.optional('birthtime', 'Nothing paid it before'),
    list('flags', "Core's flags of the wallet", [str()]),
    lastBlockResult,
    object.optional(
      'snapshot',
      'The signer of the snapshot that the wallet relies on',
      [
        bool('trusted', 'True if a trusted signer signed it'),
        str.optional(
          'fingerprint',
          'The fingerprint of the signing key; absent if it is not signed',
        ),
        str.optional('name', 'The name of the signer'),
        time.optional('signed_at', "The time of signing by the signer's clock"),
      ],
      { beyondCore: true },
    ),
    list.optional(
      'overridden',
      'Transactions that were signed despite findings of a review, the newest last; absent while the wallet is locked',
      [
        record([
          time('time', 'The time of signing; 0 if unknown'),
          str('review', 'The id of the review'),
          list('findings', 'The ids of the findings', [str()]),
        ]),
      ],
      { beyondCore: true },
    ),
  ]),
  examples: ['getwalletinfo'],
  async run(_args, context) {
    const { wallet, open } = await requireFollowingWallet(context);
    const rules = profileRules(context.profile);
    const external = keypoolSize(wallet, 'external');
    const birthtime = birthTime(wallet);
    return jsonObject({
      walletname: open.name,
      walletversion: jsonNumber(WALLET_VERSION),
      format: rules.walletFormat,
      txcount: jsonNumber(wallet.ledger.transactions.size),
      keypoolsize: jsonNumber(external),
      keypoolsize_hd_internal: jsonNumber(keypoolSize(wallet, 'internal')),
      ...(isEncrypted(wallet) && {
        unlocked_until: jsonNumber(open.unlockedUntil?.time ?? 0),
      }),
      private_keys_enabled: !wallet.flags.disablePrivateKeys,
      avoid_reuse: wallet.flags.avoidReuse,
      scanning: shapeScanning(open.rescan, context.now?.() ?? 0),
      descriptors: true,
      external_signer: wallet.flags.externalSigner,
      blank: wallet.blank,
      ...(rules.tellsAuthentication &&
        isEncrypted(wallet) && { authenticated: !isUnchecked(wallet) }),
      ...(birthtime !== undefined && { birthtime: jsonNumber(birthtime) }),
      flags: flagNames(wallet),
      lastprocessedblock: wallet.lastBlock && lastBlock.show(wallet.lastBlock),
      ...(rules.tellsSnapshot && shapeSnapshot(context.chain?.provenance)),
      ...(rules.reviews && shapeOverridden(wallet)),
    });
  },
});

function shapeOverridden(wallet: Wallet): { readonly overridden?: Json } {
  const signed = readSignedAnyway(wallet) ?? [];
  if (signed.length === 0) return {};
  return {
    overridden: signed.map((each) => jsonObject({ ...each, time: jsonNumber(each.time) })),
  };
}

function shapeSnapshot(provenance: Provenance | undefined): { readonly snapshot?: Json } {
  if (provenance === undefined) return {};
  const { trusted, signer } = provenance;
  const signature = signer && {
    fingerprint: signer.fingerprint,
    name: signer.name,
    signed_at: jsonNumber(signer.signedAt),
  };
  return { snapshot: jsonObject({ trusted, ...signature }) };
}

function shapeScanning(rescan: RescanProgress | undefined, now: number): Json {
  if (rescan === undefined) return false;
  return jsonObject({
    duration: jsonNumber(Math.max(0, now - rescan.startedAt)),
    progress: { number: rescan.progress.toFixed(6) },
  });
}

/** Lists the names of set flags in the order of Core's flag bits. */
function flagNames({ flags, blank }: Wallet): readonly string[] {
  return [
    ...(flags.avoidReuse ? ['avoid_reuse'] : []),
    'last_hardened_xpub_cached',
    ...(flags.disablePrivateKeys ? ['disable_private_keys'] : []),
    ...(blank ? ['blank'] : []),
    'descriptor_wallet',
    ...(flags.externalSigner ? ['external_signer'] : []),
  ];
}
