import { existsSync } from 'node:fs';
import { judgeNames } from '../../names/judge-names.ts';
import { methods } from '../../rpc/methods/index.ts';
import type { OutboxFile } from '../files/outbox-folder.ts';
import { runCallWorker } from '../http/calls/call-worker.ts';
import { readRootKeyFile } from '../names/root-keys.ts';
import { runPictureWorker } from '../qr/picture-worker.ts';
import { openState } from '../runtime/open.ts';
import { runSigner } from '../signer/signer-command.ts';
import { checkPayload } from './check-command.ts';
import { combinePayloads } from './combine-command.ts';
import type { SafeTerminal } from './escape.ts';
import { explain } from './explain.ts';
import { programs } from './programs.ts';
import { qrOfHex } from './qr.ts';
import { refuseSecrets, reportText } from './report-early.ts';
import { resultHint } from './result-hint.ts';
import { reviewPayload } from './review-command.ts';
import { showHelp } from './show-help.ts';
import { reviewText } from './show-review.ts';
import { signPayload } from './sign-command.ts';
import { signTextByKeys } from './sign-keys.ts';
import { explainOption, jsonHint, slipInFiles, unknownCommand } from './slips.ts';
import { sweepPayload } from './sweep-command.ts';
import { unlock, withWallets } from './wallets.ts';

/** Functions that only some commands need, loaded together on demand. */
export const lazyCommands = {
  judgeNames,
  readRootKeyFile,
  methods,
  runCallWorker,
  runPictureWorker,
  openState,
  runSigner,
  programs,
  checkPayload,
  combinePayloads,
  reviewPayload,
  reviewText,
  signPayload,
  signTextByKeys,
  sweepPayload,
  tellWaiting,
  unlock,
  withWallets,
  explain,
  explainOption,
  jsonHint,
  refuseSecrets,
  reportText,
  resultHint,
  showHelp,
  slipInFiles,
  unknownCommand,
};

/** Prints where an unsent transaction is saved and, on a screen, its QR code. */
export function tellWaiting({ txid, hex, path }: OutboxFile, terminal: SafeTerminal): void {
  // It was sent in the meantime.
  if (!existsSync(path)) return;
  terminal.err(`Not broadcast yet: ${txid}. Saved to the outbox: ${path}\n`);
  if (!terminal.isScreen) return;
  const code = qrOfHex(hex, terminal.columns);
  terminal.draw(code === undefined ? 'Too large for a QR code on this screen.\n' : `${code}\n`);
}
