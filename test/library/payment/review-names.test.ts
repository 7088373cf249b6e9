import { expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { networks } from '../../../src/encoding/network.ts';
import {
  type ColdsignError,
  openAccount,
  type Psbt,
  review,
  reviewFirst,
  sign,
} from '../../../src/index.ts';
import { judgeNames as judge } from '../../../src/names/judge-names.ts';
import { readRootKeys } from '../../../src/names/roots.ts';
import { readPsbt } from '../../support/psbt.ts';
import { keyAt, ME } from '../../support/review/accounts.ts';
import { vectorsIn } from '../../support/vectors/review-vectors.ts';

const account = openAccount(`wpkh(${keyAt(ME, '84h/1h/0h', true)})`, { network: 'regtest' });
const nameIds = (ids: readonly string[]) => ids.filter((id) => id.startsWith('name-'));
const cases = vectorsIn('name-').filter(({ psbt, rootKeys }) => psbt && rootKeys);

test.each(cases.map((vector) => [vector.name, vector] as const))(
  'a review with judgeNames finds what reviewPsbt finds: %s',
  (_, { psbt: text = '', rootKeys = '', now, findings }) => {
    const context = {
      network: networks.regtest,
      now: now?.time ?? 0,
      rootKeys: readRootKeys(rootKeys),
    };
    const judgeNames = (psbt: Psbt) => judge(psbt, context, kernelSecp256k1);
    const psbt = readPsbt(text);
    const found = review(psbt, { account, judgeNames, now });
    expect(nameIds(found.findings.map(({ id }) => id))).toEqual(nameIds(findings));
    const silent = review(psbt, { account, now }).findings.map(({ id }) => id);
    expect(nameIds(silent)).toEqual([]);
  },
);

test('a payment with a forged name is not signed after reviewFirst with judgeNames', async () => {
  const forged = cases.find(({ findings }) => findings.includes('name-proof-invalid'));
  const psbt = readPsbt(forged?.psbt ?? '');
  const rootKeys = readRootKeys(forged?.rootKeys ?? '');
  const context = { network: networks.regtest, now: forged?.now?.time ?? 0, rootKeys };
  const judgeNames = (each: Psbt) => judge(each, context, kernelSecp256k1);
  const signed = sign(psbt, { keys: account, approve: reviewFirst({ account, judgeNames }) });
  await expect(signed).rejects.toMatchObject({ code: 'REVIEW_REFUSED' });
});

test('a judgeNames that returns a promise is refused', () => {
  const psbt = readPsbt(cases[0]?.psbt ?? '');
  // Callers without types may write this.
  const options = { account };
  Object.assign(options, { judgeNames: async () => [] });
  const call = () => review(psbt, options);
  expect(call).toThrow(expect.objectContaining<Partial<ColdsignError>>({ code: 'WRONG_ARGUMENT' }));
});
