import type { Provenance } from '../../chain/source.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { readSignedAnyway } from '../../wallet/history.ts';
import { keypoolSize } from '../../wallet/keys/addresses.ts';
import { birthTime, isEncrypted, isUnchecked, type Wallet } from '../../wallet/wallet.ts';
import type { RescanProgress } from '../../wallet-host/rescan-slot.ts';
import { bool, list, num, object, record, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';
import { lastBlockResult } from '../results/wallet.ts';
import { shapeLastBlock } from '../shape/last-block.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

/** Core's last version of wallets without descriptors, which it still reports. */
const WALLET_VERSION = 169900;

export const getwalletinfo = defineMethod({
  name: 'getwalletinfo',
  category: 'Wallet',
  summary: 'The state of the wallet.',
  params: [],
  result: record([
    str('walletname', 'Its name'),
    num('walletversion', 'Always 169900'),
    str('format', 'How it is stored'),
    num('txcount', 'How many transactions it has'),
    num('keypoolsize', 'Addresses that are kept in advance'),
    num('keypoolsize_hd_internal', 'The same for change'),
    time.optional('unlocked_until', 'When it locks again; 0: it is locked'),
    bool('private_keys_enabled', 'Whether it can have private keys'),
    bool('avoid_reuse', 'Whether coins of used addresses are set apart'),
    object(
      'scanning',
      'A rescan that goes on, or false',
      [num('duration', 'Seconds since it began'), num('progress', 'How far it is, from 0 to 1')],
      { or: false },
    ),
    bool.optional(
      'authenticated',
      'With a passphrase: whether it was checked with it since the wallet was loaded that where its money goes\n' +
        'is what was stored',
      { beyondCore: true },
    ),
    bool('descriptors', 'Always true'),
    bool('external_signer', 'Whether a device signs'),
    bool('blank', 'Whether it was made without keys and has none yet'),
    time.optional('birthtime', 'Nothing paid it before'),
    list('flags', "Core's flags of the wallet", [str()]),
    lastBlockResult,
    object.optional(
      'snapshot',
      'Who made the snapshot that the wallet goes by',
      [
        bool('trusted', 'Whether a trusted signer signed it'),
        str.optional('fingerprint', 'Of the key that signed it; without: it is not signed'),
        str.optional('name', 'What the signer is called here'),
        time.optional('signed_at', "When, by the signer's clock"),
      ],
      { beyondCore: true },
    ),
    list.optional(
      'overridden',
      'What the wallet has signed in spite of findings of a review, the newest last; not there while it is locked',
      [
        record([
          time('time', 'When; 0: unknown'),
          str('review', 'The id of the review'),
          list('findings', 'Their ids', [str()]),
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
      lastprocessedblock: shapeLastBlock(wallet),
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
