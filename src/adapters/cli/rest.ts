import { methods } from '../../rpc/methods/index.ts';
import { runCallWorker } from '../http/calls/call-worker.ts';
import { serve } from '../http/serve.ts';
import { runPictureWorker } from '../qr/picture-worker.ts';
import { runRead } from '../qr/read.ts';
import { runShow } from '../qr/show.ts';
import { runVerify } from '../release/verify-command.ts';
import { openState } from '../runtime/open.ts';
import { runSeed } from '../seed/command.ts';
import { runSigner } from '../signer/command.ts';
import { makeSnapshot } from '../snapshot/command.ts';
import { checkCarried } from './check-command.ts';
import { combineCarried } from './combine-command.ts';
import { reviewCarried } from './review-command.ts';
import { reviewText } from './show-review.ts';
import { signCarried } from './sign-command.ts';
import { tellWaiting } from './waiting.ts';
import { unlock, withWallets } from './wallets.ts';

/** What only some commands need, behind one door: it is loaded when one of them does. */
export const rest = {
  methods,
  runCallWorker,
  serve,
  runPictureWorker,
  runRead,
  runShow,
  runVerify,
  openState,
  runSeed,
  runSigner,
  makeSnapshot,
  checkCarried,
  combineCarried,
  reviewCarried,
  reviewText,
  signCarried,
  tellWaiting,
  unlock,
  withWallets,
};
