import { type Case, rows } from '../../../test/support/review/rows.ts';
import * as almostOurs from './change-not-ours/almost-ours.ts';
import * as claimedKey from './change-not-ours/claimed-key.ts';
import * as closedWallet from './change-not-ours/closed-wallet.ts';
import * as cosigners from './change-not-ours/cosigners.ts';
import * as musigBranches from './change-not-ours/musig-branches.ts';
import * as otherForm from './change-not-ours/other-form.ts';
import * as otherPath from './change-not-ours/other-path.ts';
import * as otherWallet from './change-not-ours/other-wallet.ts';
import * as replacedScript from './change-not-ours/replaced-script.ts';
import * as sharedPoint from './change-not-ours/shared-point.ts';
import * as usualPayments from './change-not-ours/usual-payments.ts';

const byOwner = [replacedScript, claimedKey, closedWallet];

export const cases: readonly Case[] = [
  ...rows(
    byOwner.flatMap(({ attacks }) => attacks),
    byOwner.flatMap(({ honest }) => honest),
  ),
  ...otherForm.cases,
  ...otherWallet.cases,
  ...usualPayments.cases,
  ...almostOurs.cases,
  ...otherPath.cases,
  ...musigBranches.cases,
  ...sharedPoint.cases,
  ...cosigners.cases,
];
