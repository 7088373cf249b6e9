import type { ExtendedPrivateKey } from '../../descriptor/extended-key.ts';
import { formatKeyPath } from '../../descriptor/key-path.ts';
import {
  deriveSilentDescriptor,
  formatSilentDescriptor,
} from '../../descriptor/silent-descriptor.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { electrumText, readElectrumSeed } from '../../keys/electrum-seeds.ts';
import { type KeyRing, wipeRing } from '../../keys/key-ring.ts';
import { readWordsOrDigits } from '../../keys/read-keys.ts';
import { wipeSilent } from '../../keys/ring-silent.ts';
import {
  type AccountKind,
  type DerivationContext,
  deriveAccount,
  firstAddresses,
  masterFingerprint,
  privateDescriptor,
  standardAccounts,
} from '../../seed/accounts.ts';
import { electrumSeed } from '../../seed/electrum.ts';
import { rootKeyOf } from '../../seed/root-key.ts';
import { silentRecipientOf } from '../../silent/keys.ts';
import { formatSilentAddress } from '../../silent/silent-address.ts';
import type { SubcommandCall, SubcommandResult } from '../cli/subcommands.ts';
import { faultText, readPhraseOf, readSecrets, reportIrregularities } from './input.ts';

const MOST_ADDRESSES = 1000;

/** Runs `check`: prints what a device shows for the same words. */
export async function check(call: SubcommandCall): Promise<SubcommandResult> {
  const { options, lists, terminal } = call;
  const addresses = options.integer('addresses') ?? 3;
  if (addresses < 0 || addresses > MOST_ADDRESSES) {
    return { error: '-addresses must be a number from 0 to 1000' };
  }
  const secrets = await readSecrets(call.options, call.terminal);
  if ('error' in secrets) return secrets;
  const { text, passphrase } = secrets;
  const read = readWordsOrDigits(text, lists);
  const electrum = readElectrumSeed(text, passphrase, call.context);
  if ('error' in read && electrum === undefined)
    return { error: faultText(read, options, terminal) };
  const sections: string[] = [];
  if (!('error' in read)) {
    reportIrregularities(read, terminal);
    const [phrase] = read.phrases;
    const languages = read.phrases.map(({ list }) => list.language.replace('_', ' '));
    sections.push(`BIP39: ${phrase.words.length} words, ${languages.join(' or ')}, checksum right`);
    const kinds = standardAccounts(options.network, call.account);
    sections.push(
      ...withRoot(rootKeyOf(phrase, passphrase), (root) => [
        ...tell(root, kinds, { ...call, addresses }),
        ...tellSilent(root, call),
      ]),
    );
  }
  if (electrum !== undefined) {
    if ('error' in electrum) return { error: electrum.error };
    const also = sections.length > 0 ? ' too, with other keys: where it was made decides' : '';
    sections.push(
      `Electrum: a seed of version ${electrumSeed(electrumText(text)) ?? 'old'}${also}`,
    );
    sections.push(...tellRing(electrum, { ...call, addresses }));
    wipeRing(electrum);
  }
  return sections;
}

/** Uses a root key, wipes it, and returns the result. */
function withRoot<T>(
  root: ExtendedPrivateKey | undefined,
  use: (root: ExtendedPrivateKey) => readonly T[],
): readonly T[] {
  if (root === undefined) return [];
  const made = use(root);
  root.privateKey.wipe();
  root.chainCode.fill(0);
  return made;
}

function tell(
  root: ExtendedPrivateKey,
  kinds: readonly AccountKind[],
  { context, addresses }: { readonly context: DerivationContext; readonly addresses: number },
): readonly string[] {
  const lines = [`master fingerprint ${encodeHex(masterFingerprint(root, context.secp256k1))}`];
  for (const kind of kinds) {
    const account = deriveAccount(root, kind, context);
    lines.push('', `${account.name} ${account.path}`, account.xpub, account.descriptor);
    const found = firstAddresses(account, addresses, context);
    lines.push(...found.map((address, i) => `${i} ${address}`));
  }
  return [...lines, ''];
}

/** Prints the silent payment address (BIP352), without the key that finds payments. */
function tellSilent(root: ExtendedPrivateKey, { account, context }: SubcommandCall) {
  const silent = deriveSilentDescriptor(root, account, context);
  const recipient = silentRecipientOf(silent, context.secp256k1);
  const path = formatKeyPath(silent.origin.path.slice(0, 3));
  wipeSilent(silent);
  return recipient === undefined
    ? []
    : [`BIP352 m${path} (silent payments)`, formatSilentAddress(recipient, context.network), ''];
}

/** Prints wallets of Electrum: accounts, a shared wallet, or the single keys of an old seed. */
function tellRing(
  { masters, descriptors, notes }: KeyRing,
  call: { readonly context: DerivationContext; readonly addresses: number },
): readonly string[] {
  const { context, addresses } = call;
  const [shared, ...more] = descriptors;
  if (shared === undefined) {
    return masters.flatMap(({ key, accounts }) => tell(key, accounts, call));
  }
  const addressesOf = (descriptor: string, count: number) =>
    firstAddresses({ descriptor }, count, context);
  const found =
    more.length === 0
      ? [shared.text, ...addressesOf(shared.text, addresses)]
      : descriptors.slice(0, addresses).flatMap(({ text }) => addressesOf(text, 1));
  return [...notes, ...found, ''];
}

/** Runs `descriptors`: prints requests for importdescriptors. */
export async function descriptors(call: SubcommandCall): Promise<SubcommandResult> {
  const { options, context } = call;
  const secrets = await readSecrets(call.options, call.terminal);
  if ('error' in secrets) return secrets;
  const phrase = readPhraseOf(secrets, call);
  if ('error' in phrase) return phrase;
  const timestamp = options.integer('timestamp') ?? 0;
  const kinds = standardAccounts(options.network, call.account);
  const isPrivate = options.flag('private') === true;
  const describe = isPrivate ? privateDescriptor : publicDescriptor;
  if (isPrivate) {
    call.terminal.err(
      'Warning: anyone who reads the following lines can spend. Pipe them to the next program, and keep no file of them\n',
    );
  }
  const requests = withRoot(rootKeyOf(phrase, secrets.passphrase), (root) =>
    options.flag('silent') === true
      ? [{ desc: silentDescriptor(root, call, !isPrivate), timestamp }]
      : kinds.map((kind) => ({ desc: describe(root, kind, context), active: true, timestamp })),
  );
  // One line, because -stdin takes it as one argument.
  return [JSON.stringify(requests)];
}

function silentDescriptor(
  root: ExtendedPrivateKey,
  { account, context }: SubcommandCall,
  watching: boolean,
): string {
  const silent = deriveSilentDescriptor(root, account, context);
  const text = formatSilentDescriptor(silent, context, { watching });
  wipeSilent(silent);
  return text;
}

const publicDescriptor = (
  root: ExtendedPrivateKey,
  kind: AccountKind,
  context: DerivationContext,
): string => deriveAccount(root, kind, context).descriptor;
