import { encodeHex } from '../../../encoding/hex.ts';
import { type Network, networks } from '../../../encoding/network.ts';
import { visible } from '../../../encoding/unseen.ts';
import { importWallet } from '../../../formats/import.ts';
import { type Stretch, stretchInTurns } from '../../../formats/stretch.ts';
import { LOST_KEY_NAMES } from '../../../formats/wallet-file.ts';
import { electrumText } from '../../../keys/electrum-seeds.ts';
import { type KeyRing, wipeRing } from '../../../keys/key-ring.ts';
import { detectKeyText, isWalletDatText } from '../../../keys/key-text.ts';
import { entropyDigits, readKeys, walletNotes } from '../../../keys/read-keys.ts';
import { electrumSeed } from '../../../seed/electrum.ts';
import type { Payload } from '../../../transport/payload.ts';
import { failure, passwordRequest, sentence } from './failures.ts';
import { faultOfPhrase } from './seed-entry.ts';
import { ringContext, type Session, setKeys } from './session.ts';
import { type KeysView, viewKeys } from './view-keys.ts';

/** Adds seed words, a SeedQR, keys, descriptors or a file of another program to the open keys. */
export const addKeyText = (session: Session, text: string, password: string): KeysView =>
  addRead(session, readFor(session, text, password), { text, password });

/**
 * Adds keys as `addKeyText` does. While a key is derived from the password, it reports progress and
 * reads the messages of the page, one of which may cancel it.
 */
export async function openKeyText(
  session: Session,
  text: string,
  password: string,
): Promise<KeysView> {
  const { cancellation, onProgress } = session;
  const check = cancellation.watch();
  const ring = await stretchInTurns((stretch) => readFor(session, text, password, stretch), {
    pause: cancellation.begin(),
    onShare(share) {
      check();
      onProgress({ step: 'plan', done: Math.floor(share * 100), total: 100 });
    },
  });
  return addRead(session, ring, { text, password });
}

type Given = { readonly text: string; readonly password: string };

function addRead(session: Session, ring: KeyRing, { text, password }: Given): KeysView {
  const isSeed = isSeedText(text);
  const { name, keyNames = [] } = session.named ?? {};
  const from = `${describeText(text, name)}${isSeed && password !== '' ? ' + passphrase' : ''}`;
  session.keyNames = new Map([
    ...session.keyNames,
    ...keyNames.map((each) => [each.fingerprint, each.name] as const),
  ]);
  return addRing(session, ring, from, isSeed ? text : undefined);
}

/** Returns true for a text that opens another wallet with each passphrase. */
function isSeedText(text: string): boolean {
  const { kind } = detectKeyText(text) ?? {};
  const isPhrase = kind === 'words' || kind === 'seed-qr' || entropyDigits(text) !== undefined;
  return isPhrase || electrumSeed(electrumText(text)) !== undefined;
}

/** Opens a seed again, with another passphrase. */
export function changePassphrase(session: Session, id: number, passphrase: string): KeysView {
  const key = session.keys.find((each) => each.id === id);
  if (key?.seed === undefined) throw failure('Only seeds have a passphrase.');
  const view = addKeyText(session, key.seed, passphrase);
  return removeKey(session, id) ?? view;
}

/** Adds the wallet of a UR, as devices show it in codes. */
export function addUr(session: Session, ur: Extract<Payload, { readonly kind: 'ur' }>): KeysView {
  const wallet = importWallet(ur, ringContext(session));
  if ('error' in wallet) throw failure(sentence(wallet.error));
  const text = wallet.descriptors.map(({ descriptor }) => descriptor).join('\n');
  if (text === '') throw failure('We found no keys or wallet here. Check the file or text.');
  const ring = readFor(session, text, '');
  // The text of the descriptors has lost what the codes had beside them.
  const notes = [...new Set([...walletNotes(wallet), ...ring.notes])];
  return addRing(session, { ...ring, notes }, describeText(text));
}

export function addRing(session: Session, ring: KeyRing, from: string, seed?: string): KeysView {
  const id = Math.max(0, ...session.keys.map((key) => key.id)) + 1;
  const before = session.keys;
  const isKnown = before.some((key) => idOf(key.ring) === idOf(ring));
  if (isKnown) {
    wipeRing(ring);
    throw failure('This key is already open.');
  }
  setKeys(session, [...before, { id, from, ring, seed }]);
  try {
    const view = viewKeys(session);
    session.wallet = undefined;
    session.words = [];
    session.isCounted = false;
    session.made = undefined;
    session.secret = undefined;
    return view;
  } catch (error) {
    setKeys(session, before);
    wipeRing(ring);
    throw error;
  }
}

/** Returns equal texts for the same keys and wallets. */
const idOf = ({ masters, descriptors }: KeyRing): string =>
  JSON.stringify([
    masters.map(({ key }) => encodeHex(key.chainCode)),
    descriptors.map(({ text }) => text),
  ]);

/** Wipes one key; the others stay open. */
export function removeKey(session: Session, id: number): KeysView | undefined {
  const gone = session.keys.find((key) => key.id === id);
  if (gone !== undefined) wipeRing(gone.ring);
  setKeys(
    session,
    session.keys.filter((key) => key !== gone),
  );
  session.wallet = undefined;
  return session.keys.length === 0 ? undefined : viewKeys(session);
}

function describeText(text: string, name?: string): string {
  if (isWalletDatText(text)) return 'wallet.dat';
  const found = detectKeyText(text);
  switch (found?.kind) {
    case 'words':
      return `${found.count} seed words`;
    case 'seed-qr':
      return 'SeedQR';
    case 'wif':
      return 'private key (WIF)';
    case 'extended-private-key':
      return 'extended private key';
    case 'descriptor':
      return 'descriptor';
    case 'wallet-file':
      return name === undefined
        ? `wallet (${found.program})`
        : `wallet “${visible(name).slice(0, 40)}” (${found.program})`;
    default:
      return 'keys';
  }
}

/**
 * Reads keys on the chosen network, or, if no key is open, on the network of the keys. The session
 * keeps the names in a wallet file until its keys are added.
 */
export function readFor(
  session: Session,
  text: string,
  password: string,
  stretch?: Stretch,
): KeyRing {
  session.named = undefined;
  const readOn = (network: Network) => {
    const context = { ...ringContext(session), network };
    return readKeys(text, {
      ...context,
      passphrase: password,
      readWallet: (file, given) => {
        const secrets = { password: given, secrets: true };
        const read = importWallet(file, { ...context, stretch }, secrets);
        if ('error' in read) return read;
        session.named = { name: read.name, keyNames: read.keyNames ?? [] };
        return { ...read, lost: read.lost.filter((each) => each !== LOST_KEY_NAMES) };
      },
    });
  };
  const isTest = /\b[tuvUV]p(ub|rv)[1-9A-HJ-NP-Za-km-z]{90,}/.test(text);
  const wasTest = session.network !== networks.main;
  const first = readOn(session.network);
  const other = wasTest ? networks.main : networks.test;
  const isOther = 'error' in first && (first.otherNetwork !== undefined || isTest !== wasTest);
  const second = isOther ? readOn(other) : first;
  if ('error' in second) {
    // Keys of the other network may still need a password.
    const shown = 'error' in first && !second.needsPassword ? first : second;
    throw shown.needsPassword && password === ''
      ? passwordRequest(sentence(shown.error))
      : failure(faultOfPhrase(text, shown.error) ?? sentence(shown.error));
  }
  if (second === first) return second;
  if (session.keys.length > 0) {
    wipeRing(second);
    throw failure('This key is for another network than the keys that are open. Lock them first.');
  }
  session.network = other;
  return second;
}
