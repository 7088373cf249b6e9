import type { Bytes } from '../../../encoding/bytes.ts';
import { type NetworkName, networks } from '../../../encoding/network.ts';
import type { FindingId } from '../../../review/catalog.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import type { ReadQrCode } from '../../../transport/qr-code.ts';
import { checkAddress, checkAfter, checkMessage, keepBefore } from './check.ts';
import { wordsOfRolls } from './dice.ts';
import { exportAccount, type Watcher } from './export.ts';
import { beginIntake, takeBytes, takeCode, takeText } from './intake.ts';
import { openKeyText, openWalletFile } from './open-keys.ts';
import { makePayment, openSnapshot, type Payment } from './pay.ts';
import { readPayee } from './payee.ts';
import { readCarried } from './read.ts';
import { createSession, failure, forgetKeys } from './session.ts';
import { drawFrames, type Shown } from './show.ts';
import { reviewCarried, signCarried } from './sign.ts';
import { addWords, dropWord, suggestWords, viewWords } from './words.ts';

/** What the page may ask of the worker. Keys go in, and none comes out. */
export type Engine = ReturnType<typeof createEngine>;

export function createEngine(onProgress: (progress: SigningProgress) => void) {
  const session = createSession(onProgress);
  return {
    chooseNetwork(name: NetworkName) {
      session.network = networks[name];
    },
    lock() {
      forgetKeys(session);
      session.carried = undefined;
    },
    cancel: () => session.cancellation.cancel(),

    suggestWords: (beginning: string) => suggestWords(session, beginning),
    addWords: (text: string) => addWords(session, text),
    viewWords: () => viewWords(session),
    dropWord: () => dropWord(session),
    forgetWords() {
      session.words = [];
      return viewWords(session);
    },
    openWords: (passphrase: string) => openKeyText(session, session.words.join(' '), passphrase),
    /** What was carried in last and is secret, or a wallet without secrets. */
    async openCarried(password: string) {
      const { secret, carried } = session;
      session.secret = undefined;
      if (secret !== undefined) return openKeyText(session, secret, password);
      if (carried !== undefined && 'text' in carried) {
        return openKeyText(session, carried.text, password);
      }
      if (carried?.kind === 'binary') return openWalletFile(session, carried.bytes, password);
      throw failure('This opens no wallet.');
    },

    wordsOfRolls: (rolls: string, count: 12 | 24) => wordsOfRolls(rolls, count),
    exportAccount: (descriptor: string, watcher: Watcher) =>
      exportAccount(session, descriptor, watcher),

    beginIntake: () => beginIntake(session),
    takeText: (text: string) => takeText(session, text),
    takeBytes: (bytes: Bytes) => takeBytes(session, bytes),
    takeCode: (code: ReadQrCode) => takeCode(session, code),

    review: () => reviewCarried(session),
    sign: (reviewed: string, confirmed: readonly FindingId[]) =>
      signCarried(session, reviewed, confirmed),

    checkAddress: () => checkAddress(session),
    keepBefore: () => keepBefore(session),
    checkAfter: () => checkAfter(session),
    checkMessage: (given: Parameters<typeof checkMessage>[1]) => checkMessage(session, given),
    read: () => readCarried(session),
    openSnapshot: () => openSnapshot(session),
    /** What was typed, or carried in last. */
    readPayee: (typed?: string) => readPayee(session, typed),
    makePayment: (payment: Payment) => makePayment(session, payment),

    drawFrames: (shown: Shown, reader: string) => drawFrames(shown, reader),
  };
}
