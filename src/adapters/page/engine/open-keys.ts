import { decodeBase58Check, encodeBase58Check } from '../../../crypto/base58check.ts';
import { decodeWif } from '../../../crypto/wif.ts';
import {
  decodeExtendedPrivateKey,
  type ExtendedPrivateKey,
} from '../../../descriptor/extended-key.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import { type Network, networks } from '../../../encoding/network.ts';
import { importWallet } from '../../../formats/import.ts';
import { getMember, isJsonObject, type Json, jsonNumber, jsonObject } from '../../../json/json.ts';
import { walletpassphrase } from '../../../rpc/methods/walletpassphrase.ts';
import { randomBytesOf } from '../../../rpc/shuffle.ts';
import { importRequest } from '../../../rpc/wallet/import-request.ts';
import { walletEnvironment } from '../../../rpc/wallet/wallet-call.ts';
import { type AccountKind, privateDescriptor, standardAccounts } from '../../../seed/accounts.ts';
import { wordLists } from '../../../seed/bip39.ts';
import { electrumAccounts, electrumRootKey, electrumSeed } from '../../../seed/electrum.ts';
import { describePhraseFault } from '../../../seed/fault-text.ts';
import { masterFingerprint, rootKeyOf } from '../../../seed/root-key.ts';
import { decodeWallet } from '../../../wallet/codec/codec.ts';
import { publicDescriptorText } from '../../../wallet/keys/providers.ts';
import { createWallet, isLocked } from '../../../wallet/wallet.ts';
import { readWordsOrDigits } from '../../seed/input.ts';
import { callMethod, contextOf, failure, forgetKeys, type Session } from './session.ts';
import { type KeysView, type Opening, viewAccounts, viewKeys } from './view-keys.ts';

/** Words, or the digits of a SeedQR. `passphrase` is BIP39's or the seed extension of Electrum. */
export async function openPhrase(
  session: Session,
  text: string,
  passphrase: string,
): Promise<KeysView> {
  const read = readWordsOrDigits(text, wordLists);
  if (!('error' in read)) {
    const root = rootKeyOf(read.phrases[0], passphrase);
    if (root !== undefined) return openRoot(session, root);
  }
  const electrum = electrumSeed(text);
  if (electrum === 'standard' || electrum === 'segwit') {
    const root = electrumRootKey(text, passphrase);
    if (root !== undefined) return openRoot(session, root, [electrumAccounts[electrum]]);
  }
  if (electrum !== undefined) {
    throw failure(
      'This is a seed of Electrum with a second factor. Its wallets need the key of the service too.',
    );
  }
  throw failure('error' in read ? describePhraseFault(read.error) : 'This seed has no key.');
}

function openRoot(
  session: Session,
  root: ExtendedPrivateKey,
  kinds: readonly AccountKind[] = standardAccounts(session.network, 0),
): Promise<KeysView> {
  const context = contextOf(session);
  const fingerprint = encodeHex(masterFingerprint(root, context.secp256k1));
  const descriptors = kinds.map((kind) => privateDescriptor(root, kind, context));
  root.privateKey.wipe();
  root.chainCode.fill(0);
  return openDescriptors(session, descriptors, { signs: true, fingerprint });
}

/** An extended key, a key in WIF, descriptors or a wallet file, with private keys or without. */
export async function openKeyText(
  session: Session,
  given: string,
  password: string,
): Promise<KeysView> {
  const text = given.trim();
  const extended = await openExtended(session, text);
  if (extended !== undefined) return extended;
  const wif = networkOf(session.network, (network) => decodeWif(text, network));
  if (wif !== undefined) {
    wif.found.wipe();
    session.network = wif.network;
    const wraps = ['wpkh', 'tr', 'pkh'].map((name) => `${name}(${text})`);
    return openDescriptors(session, [...wraps, `sh(wpkh(${text}))`], { signs: true });
  }
  const descriptors = descriptorsIn(text);
  const hasPrivate =
    /[xt]prv[1-9A-HJ-NP-Za-km-z]{90,}|[(,\]][59KLc][1-9A-HJ-NP-Za-km-z]{50,51}/.test(text);
  if (descriptors.length > 0 && hasPrivate) {
    adoptNetwork(session, /tprv|[(,\]][9c]/.test(text));
    return openDescriptors(session, descriptors, { signs: true });
  }
  return openWatching(session, text, password);
}

/** A wallet file or descriptors without private keys. */
async function openWatching(session: Session, text: string, password: string): Promise<KeysView> {
  if (/\b[tuvUV]pub[1-9A-HJ-NP-Za-km-z]{90,}/.test(text)) adoptNetwork(session, true);
  const options = password === '' ? {} : { password };
  const read = importWallet(text, contextOf(session), options);
  if ('error' in read) throw failure(read.error);
  const descriptors = read.descriptors.map(({ descriptor }) => descriptor);
  if (descriptors.length === 0)
    throw failure('This file holds keys for a wallet with others, and no wallet.');
  const notes = read.lost.map((lost) => `Not taken over: ${lost}`);
  return openDescriptors(session, descriptors, { signs: false, notes });
}

/** One line each, or JSON as Bitcoin Core lists them. */
function descriptorsIn(text: string): readonly string[] {
  if (!/^[[{]/.test(text))
    return text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => /^\w+\(.*\)/.test(line));
  return [...text.matchAll(/"desc(?:riptor)?"\s*:\s*"([^"\\]+)"/g)].map(([, each = '']) => each);
}

/** SLIP-132, private keys: what the version bytes say of the script. */
const SLIP_VERSIONS: readonly (readonly [version: number, wrap: string, isTest: boolean])[] = [
  [0x049d7878, 'sh(wpkh(', false],
  [0x04b2430c, 'wpkh(', false],
  [0x044a4e28, 'sh(wpkh(', true],
  [0x045f18bc, 'wpkh(', true],
];

async function openExtended(session: Session, text: string): Promise<KeysView | undefined> {
  if (!/^[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return undefined;
  const slip = fromSlip(text);
  const plain = slip?.text ?? text;
  const key = networkOf(session.network, (network) => decodeExtendedPrivateKey(plain, network));
  if (key === undefined) {
    throw failure(
      'This looks like an extended private key, and a letter of it is wrong or missing.',
    );
  }
  session.network = key.network;
  if (key.found.depth === 0 && slip === undefined) return openRoot(session, key.found);
  key.found.privateKey.wipe();
  const wraps = slip === undefined ? ['wpkh(', 'tr(', 'sh(wpkh(', 'pkh('] : [slip.wrap];
  const close = (wrap: string) => ')'.repeat(wrap.split('(').length - 1);
  const descriptors = wraps.map((wrap) => `${wrap}${plain}/<0;1>/*${close(wrap)}`);
  return openDescriptors(session, descriptors, { signs: true });
}

function fromSlip(text: string): { readonly text: string; readonly wrap: string } | undefined {
  const payload = decodeBase58Check(text, 78);
  if (payload?.length !== 78) return undefined;
  const view = new DataView(payload.buffer, payload.byteOffset);
  const known = SLIP_VERSIONS.find(([version]) => version === view.getUint32(0));
  if (known === undefined) return undefined;
  view.setUint32(0, (known[2] ? networks.test : networks.main).xprv);
  const plain = encodeBase58Check(payload);
  payload.fill(0);
  return { text: plain, wrap: known[1] };
}

/** The network that was chosen, where the key may be of it; else the one that it is of. */
function networkOf<T>(
  chosen: Network,
  decode: (network: Network) => T | undefined,
): { readonly network: Network; readonly found: T } | undefined {
  for (const network of [chosen, networks.main, networks.test]) {
    const found = decode(network);
    if (found !== undefined) return { network, found };
  }
  return undefined;
}

/** Keys say whether they are of a test network, and not of which. */
function adoptNetwork(session: Session, isTest: boolean): void {
  const wasTest = session.network !== networks.main;
  if (isTest !== wasTest) session.network = isTest ? networks.test : networks.main;
}

/** A wallet file of coldsign; `passphrase` unlocks it. */
export async function openWalletFile(
  session: Session,
  bytes: Bytes,
  passphrase: string,
): Promise<KeysView> {
  const context = contextOf(session);
  const wallet = decodeWallet(bytes, NAME, context);
  if ('error' in wallet) throw failure('This file opens no wallet.');
  if (wallet.network !== session.network) {
    throw failure(`This wallet is of ${wallet.network.name}: choose that network.`);
  }
  if (isLocked(wallet) && passphrase === '') {
    throw failure('This wallet is locked: type its passphrase.');
  }
  forgetKeys(session);
  await session.wallets.create(wallet);
  if (isLocked(wallet)) {
    await callMethod(session, walletpassphrase, { passphrase, timeout: UNLOCKED_FOR });
  }
  const texts = [...wallet.descriptors.values()].flatMap(
    (owner) => publicDescriptorText(owner, wallet, context.secp256k1) ?? [],
  );
  return viewKeys(session, texts, { signs: !wallet.flags.disablePrivateKeys });
}

/** Longer than a page stays open. */
const UNLOCKED_FOR = 86_400;

const NAME = 'page';

async function openDescriptors(
  session: Session,
  descriptors: readonly string[],
  { signs, fingerprint, notes = [] }: Opening,
): Promise<KeysView> {
  // What cannot be written for others is refused before anything that is open is given up.
  viewAccounts(descriptors, session);
  forgetKeys(session);
  const context = contextOf(session);
  const environment = {
    ...walletEnvironment(session.wallets, context),
    random: randomBytesOf(context.random),
    profile: context.profile,
  };
  const flags = { disablePrivateKeys: !signs };
  let wallet = createWallet({ name: NAME, network: session.network, flags });
  for (const desc of descriptors) {
    const request = jsonObject({
      desc,
      timestamp: jsonNumber(0),
      active: /<0;1>/.test(desc) ? true : undefined,
    });
    const imported = importRequest(wallet, request, 1n, environment);
    if (!imported.ok) throw failure(refusalOf(imported.answer));
    wallet = imported.wallet;
  }
  await session.wallets.create(wallet);
  return viewKeys(session, descriptors, { signs, notes, ...(fingerprint && { fingerprint }) });
}

function refusalOf(answer: Json): string {
  const error = isJsonObject(answer) ? getMember(answer, 'error') : null;
  const message = isJsonObject(error) ? getMember(error, 'message') : null;
  return typeof message === 'string' ? message : 'This descriptor was not taken.';
}
