import type { Bytes } from '../../../encoding/bytes.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import { type Network, networks } from '../../../encoding/network.ts';
import { importWallet } from '../../../formats/import.ts';
import { getMember, isJsonObject, type Json, jsonNumber, jsonObject } from '../../../json/json.ts';
import { type KeyRing, ringDescriptors, wipeRing } from '../../../keys/key-ring.ts';
import { readKeys } from '../../../keys/read-keys.ts';
import { walletpassphrase } from '../../../rpc/methods/walletpassphrase.ts';
import { randomBytesOf } from '../../../rpc/shuffle.ts';
import { importRequest } from '../../../rpc/wallet/import-request.ts';
import { walletEnvironment } from '../../../rpc/wallet/wallet-call.ts';
import { decodeWallet } from '../../../wallet/codec/codec.ts';
import { publicDescriptorText } from '../../../wallet/keys/providers.ts';
import { createWallet, isLocked } from '../../../wallet/wallet.ts';
import { callMethod, contextOf, failure, forgetKeys, type Session, sentence } from './session.ts';
import { type KeysView, type Opening, viewAccounts, viewKeys } from './view-keys.ts';

/** Seed words, a SeedQR, keys, descriptors or a file of another program. */
export async function openKeyText(
  session: Session,
  text: string,
  password: string,
): Promise<KeysView> {
  const ring = readFor(session, text, password);
  try {
    const context = contextOf(session);
    const descriptors = ringDescriptors(ring, [], context).map((each) => each.text);
    if (descriptors.length === 0) throw failure(ONLY_SHARED);
    const [master] = ring.masters;
    const fingerprint = master?.origin && encodeHex(master.origin.fingerprint);
    const opening = {
      signs: ring.canSign,
      notes: ring.notes.map(sentence),
      ...(fingerprint && { fingerprint }),
    };
    return await openDescriptors(session, descriptors, opening);
  } finally {
    wipeRing(ring);
  }
}

const ONLY_SHARED =
  'This key is for a wallet with others. Open the descriptor or the file of the wallet';

/** On the network that was chosen, or else on the one that the keys are of. */
function readFor(session: Session, text: string, password: string): KeyRing {
  const readOn = (network: Network) => {
    const context = { ...contextOf(session), network };
    return readKeys(text, {
      ...context,
      passphrase: password,
      readWallet: (file) => importWallet(file, context, { password: password || undefined }),
    });
  };
  const isTest = /\b[tuvUV]p(ub|rv)[1-9A-HJ-NP-Za-km-z]{90,}/.test(text);
  const wasTest = session.network !== networks.main;
  const first = readOn(session.network);
  const other = wasTest ? networks.main : networks.test;
  const isOther = 'error' in first && (first.otherNetwork !== undefined || isTest !== wasTest);
  const second = isOther ? readOn(other) : first;
  if ('error' in second) throw failure(sentence('error' in first ? first.error : second.error));
  if (second !== first) session.network = other;
  return second;
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
