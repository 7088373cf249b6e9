import { type NetworkName, networks } from '../../../encoding/network.ts';
import type { SigningProgress } from '../../../signing/job.ts';
import { checkBsmsWallet, makeBsmsKey } from './bsms.ts';
import { checkAddress, checkAfter, keepBefore } from './check-view.ts';
import { wordsOfRolls } from './dice-view.ts';
import { exportAccount, exportPrivate } from './export-view.ts';
import { failure } from './failures.ts';
import { openPaid, openSnapshot } from './funds.ts';
import { beginIntake, keepSubject, takeBytes, takeCode, takeEntropy, takeText } from './intake.ts';
import { addKeyText, changePassphrase, removeKey } from './keys.ts';
import { checkMessage, signText } from './message-view.ts';
import { explainProof } from './names.ts';
import { openBeside, openPayload } from './open-payload.ts';
import { previewPassphrase, wrongWallet } from './passphrase-preview.ts';
import { makePayment } from './pay.ts';
import { readPayee } from './payee.ts';
import { openSample, practise } from './practice.ts';
import { addPrevious } from './previous.ts';
import { readPayload } from './read.ts';
import {
  addWords,
  chooseWordCount,
  dropWord,
  forgetWords,
  judgeWords,
  replaceWord,
  showWord,
  suggestWords,
  viewWords,
} from './seed-entry.ts';
import { createSession, forgetKeys, noCoins, type Session, setSubject } from './session.ts';
import { drawFrames } from './show.ts';
import { combineSubject, finishSubject, reviewSubject, signSubject } from './sign.ts';
import { silentLabel, silentWatching } from './silent-view.ts';
import { accountsAt, addressesOf, viewKeys } from './view-keys.ts';

/**
 * Questions of the page to the worker. Keys go in. Only a word that is held in view leaves the
 * worker, and the file of `exportPrivate`, which the page saves and never shows.
 */
const questions = {
  /** Keys of one test network are keys of each: their text does not say which one it is for. */
  chooseNetwork(session: Session, name: NetworkName) {
    const isOpen = session.keys.length > 0;
    if (isOpen && (name === 'main' || session.network === networks.main))
      throw failure('Lock your keys before you change the network.');
    session.network = networks[name];
    if (!isOpen) return undefined;
    // Coins and reviews belong to the network before.
    Object.assign(session, { found: undefined, ...noCoins() });
    return viewKeys(session);
  },
  /** Locks the keys. Returns the data that opens the transaction again, which is not secret. */
  lock(session: Session) {
    forgetKeys(session);
    const { subject } = session;
    session.payload = undefined;
    setSubject(session, undefined);
    return subject;
  },
  cancel: ({ cancellation }: Session) => cancellation.cancel(),

  suggestWords,
  addWords,
  viewWords,
  judgeWords,
  chooseWordCount,
  showWord,
  replaceWord,
  dropWord,
  forgetWords,
  openWords: (session: Session, passphrase: string) =>
    addKeyText(session, session.words.join(' '), passphrase),
  openPayload,
  /** Opens the wallet that was imported last, if it holds coins of the open transaction. */
  openWalletBeside: openBeside,
  previewPassphrase,
  changePassphrase,
  removeKey,
  accountsAt,
  addressesOf,
  silentLabel,
  silentWatching,

  wordsOfRolls,
  exportAccount,
  exportPrivate,
  makeBsmsKey,
  checkBsmsWallet,
  openBsmsWallet: (session: Session, record: string) => addKeyText(session, record, ''),

  beginIntake,
  takeText,
  takeBytes,
  takeEntropy,
  takeCode,
  practise,
  openSample,
  keepSubject,
  combine: combineSubject,
  addPrevious,
  wrongWallet,
  review: reviewSubject,
  sign: signSubject,
  finish: finishSubject,
  checkAddress,
  keepBefore,
  checkAfter,
  checkMessage,
  signText,
  explainProof,
  read: readPayload,
  openSnapshot,
  openPaid,
  readPayee,
  makePayment,
  drawFrames: (_: Session, ...shown: Parameters<typeof drawFrames>) => drawFrames(...shown),
};

type Questions = typeof questions;
export type Engine = {
  readonly [N in keyof Questions]: Questions[N] extends (
    session: Session,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** Creates an engine, which answers each question about one session. */
export function createEngine(onProgress: (progress: SigningProgress) => void): Engine {
  const session = createSession(onProgress);
  const about = (ask: (session: Session, ...args: never[]) => unknown) => {
    return (...args: never[]) => ask(session, ...args);
  };
  const bound = Object.entries(questions).map(([name, ask]) => [name, about(ask)]);
  // The cast: the entries are those of `questions`, each with the session as its first argument.
  return Object.fromEntries(bound) as Engine;
}
