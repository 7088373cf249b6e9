import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { spendingPaths } from '../../../src/descriptor/spending-paths.ts';
import { networks } from '../../../src/encoding/network.ts';
import { RpcError } from '../../../src/rpc/error.ts';
import { branchRequirements } from '../../../src/rpc/spending/chosen-branch.ts';
import { isLockTimeMet, isSequenceMet } from '../../../src/sighash/transaction-checker.ts';
import type { Wallet } from '../../../src/wallet/wallet.ts';

const KEY = '02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9';
const OTHER = '03dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659';
const AT = 800_000;
const TIME = 1_700_000_000;

/** Opens the recovery path of a wallet, with these locks of the caller. */
function open(lock: string, { locktime = 0, sequence = 0xfffffffd, version = 2 } = {}) {
  const text = `wsh(or_d(pk(${KEY}),and_v(v:pkh(${OTHER}),${lock})))`;
  const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1: nobleSecp256k1 });
  if ('error' in parsed) throw new Error(parsed.error);
  const [descriptor] = parsed.descriptors;
  if (descriptor === undefined) throw new Error('no descriptor');
  // Only its descriptors are read.
  const wallet = { descriptors: new Map([['', { descriptor }]]) } as unknown as Wallet;
  const paths = spendingPaths(descriptor) ?? [];
  const path = paths.findIndex(({ older, after }) => older !== undefined || after !== undefined);
  try {
    const along = branchRequirements(
      { path, version, minDepth: 0, sizesPaths: true },
      locktime,
      wallet,
    );
    return { locktime: along.request.locktime, ...along.openInput({ sequence }) };
  } catch (error) {
    if (error instanceof RpcError) return { code: error.code, message: error.message };
    throw error;
  }
}

describe('a path opens with the longer of its lock and the requested one', () => {
  test.each([0, 10, AT - 1, AT, AT + 5])('lock time %d', (locktime) => {
    const opened = open(`after(${AT})`, { locktime });
    expect(opened).toEqual({ locktime: Math.max(locktime, AT), sequence: 0xfffffffd });
    if (!('locktime' in opened)) throw new Error('refused');
    expect(isLockTimeMet({ locktime: opened.locktime }, opened.sequence, AT)).toBe(true);
  });

  test.each([0, 1, 9, 10, 11, 0xfffffffd, 0xfffffffe])('sequence %d', (sequence) => {
    const opened = open('older(10)', { sequence });
    if (!('sequence' in opened)) throw new Error('refused');
    expect(opened.sequence).toBe(sequence === 11 ? 11 : 10);
    expect(isSequenceMet({ version: 2 }, opened.sequence, 10)).toBe(true);
  });
});

test.each([
  ['after', `after(${AT})`, { sequence: 0xffffffff }, 'switches off the lock'],
  ['older', 'older(10)', { sequence: 0xffffffff }, 'switches off the lock'],
  ['after', `after(${AT})`, { locktime: TIME }, 'locktime is of the other kind'],
  ['after', `after(${TIME})`, { locktime: AT }, 'locktime is of the other kind'],
  ['older', 'older(10)', { sequence: 0x0040_0010 }, 'sequence is of the other kind'],
  ['older', 'older(4194400)', { sequence: 200 }, 'sequence is of the other kind'],
  ['older', 'older(10)', { version: 1 }, 'no effect in version 1'],
])('%s: %s does not open with %o', (_, lock, locks, message) => {
  expect(open(lock, locks)).toEqual({ code: -8, message: expect.stringContaining(message) });
});
