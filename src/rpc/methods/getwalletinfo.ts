import type { Provenance } from '../../chain/source.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { keypoolSize } from '../../wallet/keys/addresses.ts';
import { birthTime, isEncrypted, isUnchecked, type Wallet } from '../../wallet/wallet.ts';
import type { RescanProgress } from '../../wallet-host/rescan-slot.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';
import { lastBlockResult } from '../results/wallet.ts';
import { shapeLastBlock } from '../shape/last-block.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

/** Core's last version of wallets without descriptors, which it still tells. */
const WALLET_VERSION = 169900;

export const getwalletinfo = defineMethod({
  name: 'getwalletinfo',
  category: 'Wallet',
  summary: 'The state of the wallet.',
  params: [],
  result: {
    type: 'object',
    help: '',
    fields: [
      { name: 'walletname', type: 'string', help: 'Its name' },
      { name: 'walletversion', type: 'number', help: 'Always 169900' },
      { name: 'format', type: 'string', help: 'How it is stored' },
      { name: 'txcount', type: 'number', help: 'How many transactions it has' },
      { name: 'keypoolsize', type: 'number', help: 'Addresses that are kept in advance' },
      { name: 'keypoolsize_hd_internal', type: 'number', help: 'The same for change' },
      {
        name: 'unlocked_until',
        type: 'time',
        optional: true,
        help: 'When it locks again; 0: it is locked',
      },
      { name: 'private_keys_enabled', type: 'bool', help: 'Whether it can have private keys' },
      {
        name: 'avoid_reuse',
        type: 'bool',
        help: 'Whether coins of used addresses are set apart',
      },
      {
        name: 'scanning',
        type: 'object',
        help: 'A rescan that goes on, or false',
        or: false,
        fields: [
          { name: 'duration', type: 'number', help: 'Seconds since it began' },
          { name: 'progress', type: 'number', help: 'How far it is, from 0 to 1' },
        ],
      },
      {
        name: 'authenticated',
        type: 'bool',
        optional: true,
        beyondCore: true,
        help:
          'With a passphrase: whether it was checked with it since the wallet was loaded that where its money goes\n' +
          'is what was stored',
      },
      { name: 'descriptors', type: 'bool', help: 'Always true' },
      { name: 'external_signer', type: 'bool', help: 'Whether a device signs' },
      { name: 'blank', type: 'bool', help: 'Whether it was made without keys and has none yet' },
      { name: 'birthtime', type: 'time', optional: true, help: 'Nothing paid it before' },
      {
        name: 'flags',
        type: 'array',
        help: "Core's flags of the wallet",
        fields: [{ type: 'string', help: '' }],
      },
      lastBlockResult,
      {
        name: 'snapshot',
        type: 'object',
        optional: true,
        beyondCore: true,
        help: 'Who made the snapshot that the wallet goes by',
        fields: [
          {
            name: 'trusted',
            type: 'bool',
            help: 'Whether somebody who is trusted here has signed it',
          },
          {
            name: 'fingerprint',
            type: 'string',
            optional: true,
            help: 'Of the key that signed it; without: it is not signed',
          },
          {
            name: 'name',
            type: 'string',
            optional: true,
            help: 'What the signer is called here',
          },
          {
            name: 'signed_at',
            type: 'time',
            optional: true,
            help: "When, by the signer's clock",
          },
        ],
      },
    ],
  },
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
      ...(profileRules(context.profile).tellsSnapshot && shapeSnapshot(context.chain?.provenance)),
    });
  },
});

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

/** In the order of Core's flag bits. */
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
