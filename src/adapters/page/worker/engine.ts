import type { Bytes } from '../../../encoding/bytes.ts';
import { type NetworkName, networks } from '../../../encoding/network.ts';
import type { FindingId } from '../../../review/catalog.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import type { ReadQrCode } from '../../../transport/qr-code.ts';
import { checkBsmsWallet, makeBsmsKey } from './bsms.ts';
import { checkAddress, checkAfter, checkMessage, keepBefore } from './check-view.ts';
import { wordsOfRolls } from './dice-view.ts';
import { exportAccount, exportPrivate, type Watcher } from './export-view.ts';
import { beginIntake, keepSubject, takeBytes, takeCode, takeText } from './intake.ts';
import { addKeyText, addUr, addWalletFile, previewPassphrase, removeKey } from './keys.ts';
import { explainProof } from './names.ts';
import { makePayment, openPaid, openSnapshot, type Payment } from './pay.ts';
import { readPayee } from './payee.ts';
import { openSample, practise, type Sample } from './practice.ts';
import { readCarried } from './read.ts';
import { createSession, failure, forgetKeys } from './session.ts';
import { drawFrames, type Shown } from './show.ts';
import { combineSubject, finishSubject, reviewSubject, signSubject } from './sign.ts';
import { silentLabel, silentWatching } from './silent-view.ts';
import { type AddressRange, accountsAt, addressesOf } from './view-keys.ts';
import {
  addWords,
  chooseWordCount,
  dropWord,
  replaceWord,
  showWord,
  suggestWords,
  viewWords,
} from './words.ts';

/**
 * Questions of the page to the worker. Keys go in. Only a word that is held in view leaves the
 * worker, and the file of `exportPrivate`, which the page saves and never shows.
 */
export type Engine = ReturnType<typeof createEngine>;

export function createEngine(onProgress: (progress: SigningProgress) => void) {
  const session = createSession(onProgress);
  return {
    chooseNetwork(name: NetworkName) {
      if (session.keys.length > 0) throw failure('Lock your keys before you change the network.');
      session.network = networks[name];
    },
    /** Locks the keys. Returns the data that opens the transaction again, which is not secret. */
    lock() {
      forgetKeys(session);
      const { subject } = session;
      session.carried = undefined;
      session.subject = undefined;
      return subject;
    },
    cancel: () => session.cancellation.cancel(),

    suggestWords: (beginning: string) => suggestWords(session, beginning),
    addWords: (text: string) => addWords(session, text),
    viewWords: () => viewWords(session),
    chooseWordCount: (count: number) => chooseWordCount(session, count),
    showWord: (index: number) => showWord(session, index),
    replaceWord: (index: number, text: string) => replaceWord(session, index, text),
    dropWord: () => dropWord(session),
    forgetWords() {
      session.words = [];
      return viewWords(session);
    },
    openWords: (passphrase: string) => addKeyText(session, session.words.join(' '), passphrase),
    /** Opens the secret that was imported last, or a wallet without secrets. */
    async openCarried(password: string) {
      const { secret, carried } = session;
      if (secret !== undefined) return addKeyText(session, secret, password);
      if (carried !== undefined && 'text' in carried) {
        return addKeyText(session, carried.text, password);
      }
      if (carried?.kind === 'ur') return addUr(session, carried);
      if (carried?.kind === 'binary') return addWalletFile(session, carried.bytes, password);
      throw failure('We found no keys or wallet here. Check the file or text.');
    },
    previewPassphrase: (passphrase: string) => previewPassphrase(session, passphrase),
    removeKey: (id: number) => removeKey(session, id),
    accountsAt: (wanted: Parameters<typeof accountsAt>[1]) => accountsAt(session, wanted),
    addressesOf: (descriptor: string, range: AddressRange) =>
      addressesOf(session, descriptor, range),

    silentLabel: (index: number, label: number) => silentLabel(session, index, label),
    silentWatching: (index: number) => silentWatching(session, index),

    wordsOfRolls: (rolls: string, count: 12 | 24) => wordsOfRolls(rolls, count),
    exportAccount: (descriptor: string, watcher: Watcher) =>
      exportAccount(session, descriptor, watcher),

    exportPrivate: () => exportPrivate(session),
    makeBsmsKey: (request: Parameters<typeof makeBsmsKey>[1]) => makeBsmsKey(session, request),
    checkBsmsWallet: (token: string) => checkBsmsWallet(session, token),
    openBsmsWallet: (record: string) => addKeyText(session, record, ''),

    beginIntake: () => beginIntake(session),
    takeText: (text: string) => takeText(session, text),
    takeBytes: (bytes: Bytes) => takeBytes(session, bytes),
    takeCode: (code: ReadQrCode) => takeCode(session, code),

    practise: () => practise(session),
    openSample: (name: Sample) => openSample(session, name),
    keepSubject: () => keepSubject(session),
    combine: () => combineSubject(session),
    review: () => reviewSubject(session),
    sign: (reviewed: string, confirmed: readonly FindingId[]) =>
      signSubject(session, reviewed, confirmed),
    finish: () => finishSubject(session),

    checkAddress: () => checkAddress(session),
    keepBefore: () => keepBefore(session),
    checkAfter: () => checkAfter(session),
    checkMessage: (given: Parameters<typeof checkMessage>[1]) => checkMessage(session, given),
    explainProof: () => explainProof(session),
    read: () => readCarried(session),
    openSnapshot: () => openSnapshot(session),
    openPaid: () => openPaid(session),
    /** Reads the payee from the typed text, or from the last import. */
    readPayee: (typed?: string) => readPayee(session, typed),
    makePayment: (payment: Payment) => makePayment(session, payment),

    drawFrames: (shown: Shown, reader: string) => drawFrames(shown, reader),
  };
}
