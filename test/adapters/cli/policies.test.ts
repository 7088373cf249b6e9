import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Transaction } from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import { root } from '../../support/paths.ts';
import { importOfSecrets, keyAt, person, place, tr } from '../../support/review/accounts.ts';
import { type CoinSpec, coin, mine } from '../../support/review/coins.ts';
import { back, buildPsbt, type PsbtSpec, pay } from '../../support/review/payments.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';

const { call, write } = commandFolder();
const noScreen = { isScreen: false };
const ME = person(1);

/** Returns the policies among the JSON texts of the documentation. */
function documented(): readonly (readonly [string, string])[] {
  const pages = [
    'README.md',
    'SECURITY.md',
    ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
  ];
  return pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8');
      return [...text.matchAll(/\{\s*"(strict|allow|refuse)":/g)].map(
        ({ index }) => [page, balanced(text.slice(index))] as const,
      );
    });
}

/** Returns the first balanced braces. */
function balanced(text: string): string {
  let depth = 0;
  for (let end = 0; end < text.length; end++) {
    depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    if (depth === 0) return text.slice(0, end + 1);
  }
  throw new Error('the braces are not closed');
}

let files = 0;

function paying(spec: PsbtSpec): string {
  const bytes = encodePsbt(buildPsbt(spec));
  if (bytes === undefined) throw new Error('no PSBT');
  return write(`p${files++}.psbt`, bytes);
}

const secrets = [`wpkh(${keyAt(ME, '84h/1h/0h', true)})`, `tr(${keyAt(ME, '86h/1h/0h', true)})`];
const keys = () => `-keys=${write('keys.txt', secrets.join('\n'))}`;

/** Returns the result of `sign`: the transaction, or the reason why there is none. */
async function signed(policy: string, file: string) {
  const { err } = await call([keys(), '-yes', `-policy=${policy}`, 'sign', file], noScreen);
  const made = file.replace('.psbt', '.txn');
  if (!existsSync(made)) return { err, type: undefined };
  const transaction = Transaction.fromHex(readFileSync(made, 'utf8').trim());
  rmSync(made);
  const [signature] = transaction.ins[0]?.witness ?? [];
  const isSchnorr = signature !== undefined && signature[0] !== 0x30;
  const type = isSchnorr && signature.length === 64 ? 0 : signature?.at(-1);
  return { err, type };
}

const asking = (sighashType: number, more: Partial<CoinSpec> = {}): CoinSpec =>
  mine(0, { ...more, change: (input) => Object.assign(input, { sighashType }) });
const honest: PsbtSpec = { coins: [mine(0)], outputs: [pay(60_000n), back(39_000n)] };
const single: PsbtSpec = { ...honest, coins: [asking(3)] };

type Documented = readonly (readonly [string, string])[];

const having = (part: string): Documented => documented().filter(([, text]) => text.includes(part));
const byName = having('sighash-single');
const byFees = having('"fees"');
const byReview = having('"review"');

const policyOf = (list: Documented) => write('policy.json', list[0]?.[1] ?? 'none');

describe('a policy from the documentation', () => {
  test('exists for findings, for fees and for one review', () => {
    expect([byName.length, byFees.length, byReview.length]).toEqual([1, 1, 1]);
    expect(documented()).toHaveLength(3);
  });

  test.each(documented())(
    'reads the policy %s and signs an honest payment under it: %s',
    async (_, text) => {
      const policy = write('any.json', text.replace('"ID"', `"${'0'.repeat(64)}"`));
      expect((await signed(policy, paying(honest))).type).toBe(1);
    },
  );

  test('that allows sighash-single signs a stored type that strict refuses', async () => {
    const policy = policyOf(byName);
    expect((await signed(policy, paying(single))).type).toBe(3);
    expect((await signed('strict', paying(single))).err).toContain('(sighash-single)');
  });

  test.each([
    ['SINGLE|ANYONECANPAY', 0x83, 'sighash-anyone-can-pay'],
    ['NONE', 2, 'sighash-none'],
    ['ALL|ANYONECANPAY', 0x81, 'sighash-anyone-can-pay'],
    ['no type at all', 0x40, 'sighash-undefined'],
  ])('that allows sighash-single does not allow %s', async (_, type, finding) => {
    const found = await signed(policyOf(byName), paying({ ...honest, coins: [asking(type)] }));
    expect(found.type).toBeUndefined();
    expect(found.err).toContain(`(${finding})`);
  });

  test('that refuses address-used refuses a second payment to the same address', async () => {
    const [descriptor] = secrets;
    const wallet = '-rpcwallet=used';
    await call(['-named', 'createwallet', 'wallet_name=used', 'blank=true'], noScreen);
    await call([wallet, 'importdescriptors', importOfSecrets(descriptor ?? '')], noScreen);
    const words = [wallet, '-yes', `-policy=${policyOf(byName)}`, 'sign'];
    expect((await call([...words, paying(honest)], noScreen)).code).toBe(0);
    const again = await call([...words, paying({ ...honest, coins: [mine(1)] })], noScreen);
    expect(again.err).toContain('(address-used)');
  });

  test('that sets fee limits refuses only fees above them', async () => {
    const policy = policyOf(byFees);
    const costing = (fee: bigint): PsbtSpec => ({
      coins: [mine(0, { value: 1_000_000n })],
      outputs: [pay(300_000n), back(700_000n - fee)],
    });
    expect((await signed(policy, paying(costing(29_000n)))).type).toBe(1);
    expect((await signed(policy, paying(costing(31_000n)))).err).toContain('(fee-very-high)');
    expect((await signed(policy, paying(costing(110_000n)))).err).toContain('(fee-too-high)');
  });

  test('that names a review allows the finding in that review, and in no other', async () => {
    const dear = (value: bigint): PsbtSpec => ({
      coins: [mine(0, { value: 1_000_000n })],
      outputs: [pay(300_000n), back(value)],
    });
    const file = paying(dear(590_000n));
    const shown = await call([keys(), '-format=json', 'review', file], noScreen);
    const { id, findings } = JSON.parse(shown.out) as { id: string; findings: { id: string }[] };
    expect(findings.map((each) => each.id)).toEqual(['fee-too-high']);
    const policy = write('once.json', (byReview[0]?.[1] ?? '').replace('"ID"', `"${id}"`));
    expect((await signed(policy, file)).type).toBe(1);
    expect((await signed(policy, paying(dear(589_999n)))).err).toContain('(fee-too-high)');
  });
});

describe('a policy file', () => {
  test('that allows a finding without an override is refused as a whole', async () => {
    const policy = write('hard.json', '{"allow": ["change-not-ours"]}');
    const { err } = await signed(policy, paying(honest));
    expect(err).toContain('change-not-ours cannot be allowed');
  });

  test('that allows one finding never silences another', async () => {
    const claimed = { previous: false };
    const lie: PsbtSpec = {
      coins: [asking(0x81, claimed), mine(1, claimed)],
      outputs: [pay(160_000n), back(39_000n)],
    };
    const policy = write('acp.json', '{"strict": true, "allow": ["sighash-anyone-can-pay"]}');
    expect((await signed(policy, paying(lie))).err).toContain('(fee-unproven)');
  });
});

describe('-policy=none signs an input by the type that the PSBT stores:', () => {
  const taproot = (type: number): PsbtSpec => ({
    coins: [
      coin(place(tr, 0, 0), 9, { change: (input) => Object.assign(input, { sighashType: type }) }),
    ],
    outputs: [pay(60_000n), back(39_000n, tr)],
  });

  test.each([1, 2, 3, 0x81, 0x82, 0x83])('%i', async (type) => {
    for (const spec of [{ ...honest, coins: [asking(type)] }, taproot(type)]) {
      expect((await signed('none', paying(spec))).type).toBe(type);
    }
  });

  test('DEFAULT for taproot, and for nothing else', async () => {
    expect((await signed('none', paying(taproot(0)))).type).toBe(0);
    const other = await signed('none', paying({ ...honest, coins: [asking(0)] }));
    expect(other.type).toBeUndefined();
  });
});

test('leaves an input with another type unsigned if there is no policy', async () => {
  const psbt = Buffer.from(readFileSync(paying(single))).toString('base64');
  const words = ['descriptorprocesspsbt', psbt, JSON.stringify([secrets[0]])];
  const { code, err } = await call(words, noScreen);
  expect(code).not.toBe(0);
  expect(err).toContain('does not match value stored in PSBT');
});
