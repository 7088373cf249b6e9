import { describe, expect, test } from 'vitest';
import {
  type Account,
  ColdsignError,
  combine,
  consolidate,
  extract,
  finalize,
  formatPsbt,
  fromCore,
  fromElectrum,
  fromEsplora,
  fund,
  isColdsignError,
  judgeMessage,
  type MusigSource,
  noPolicy,
  openAccount,
  parsePsbt,
  parseUri,
  review,
  reviewFirst,
  sign,
  signMessage,
  splitBatch,
  strictPolicy,
} from '../../../src/index.ts';
import { createMusigNonces, signPsbt, signPsbtWith } from '../../../src/public/psbt.ts';
import { client, execute } from '../../../src/public/rpc.ts';
import { decodeAddress, networks } from '../../../src/public/script.ts';
import { findAccount, readKeys } from '../../../src/public/seed.ts';
import { createKeyProvider } from '../../../src/public/signing.ts';
import { createCoinSource, listCoins } from '../../../src/public/wallet.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import {
  accountKinds,
  accountTexts,
  cosignerKey,
  open,
  SOMEBODY,
  utxosOf,
  watchOnly,
} from '../../support/generate/accounts.ts';
import { createRandom, seedOfRun } from '../../support/generate/random.ts';
import { TEST_XPRV } from '../../support/generate/wallet.ts';

const caught = async (run: () => unknown): Promise<ColdsignError> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof ColdsignError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

const pay = (account: Account, value = 60_000n) =>
  fund({
    coins: account.coins(utxosOf(account, [100_000, 90_000])),
    outputs: [{ address: SOMEBODY, value }],
    change: account,
    feeRate: 5,
  });

/** Creates a signal that a test aborts. */
function stopped(reason: string) {
  const control = new AbortController();
  return { signal: control.signal, abort: () => control.abort(reason) };
}

describe('a message', () => {
  test.each(accountKinds)(
    'is signed by an address of %s and verified by the address',
    async (kind) => {
      const account = open(accountTexts[kind]);
      for (const side of ['receive', 'change'] as const) {
        const signature = await signMessage('Grüße', { account, index: 2, side });
        const address = side === 'change' ? account.changeAddress(2) : account.address(2);
        const state = (text: string, at = address) =>
          judgeMessage({ address: at, message: text, signature }).state;
        expect(state('Grüße')).toBe('valid');
        expect(state('Grüsse')).toBe('invalid');
        expect(state('Grüße', account.address(3))).toBe('invalid');
      }
    },
  );

  test('is signed by a root key with a watch-only account, and not without the key', async () => {
    const watcher = watchOnly(open(accountTexts.wpkh));
    const signature = await signMessage('hello', { account: watcher, keys: TEST_XPRV });
    const signed = { address: watcher.address(0), message: 'hello', signature };
    expect(judgeMessage(signed)).toMatchObject({ state: 'valid', format: 'simple' });
    expect(await caught(() => signMessage('hello', { account: watcher }))).toMatchObject({
      code: 'NOT_FINAL',
    });
  });

  test('is that of BIP322’s published vector', async () => {
    // BIP322's test vectors: the key L3VFe... and its address.
    const key = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k';
    const account = openAccount(`wpkh(${key})`);
    const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
    expect(account.address(0)).toBe(address);
    const published =
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=';
    expect(judgeMessage({ address, message: 'Hello World', signature: published }).state).toBe(
      'valid',
    );
    expect(judgeMessage({ address, message: '', signature: published }).state).toBe('invalid');
    const ours = await signMessage('Hello World', { account });
    expect(judgeMessage({ address, message: 'Hello World', signature: ours }).state).toBe('valid');
  });

  test('is accepted from a device only if it is valid', async () => {
    const account = watchOnly(open(accountTexts.pkh));
    const holder = open(accountTexts.pkh);
    const device = {
      signMessage: (message: string | Uint8Array) =>
        signMessage(message, { account: holder, index: 1 }),
    };
    const signature = await signMessage('hello', { account, index: 1, device });
    expect(judgeMessage({ address: account.address(1), message: 'hello', signature }).state).toBe(
      'valid',
    );
    const given = [{ format: 'simple' as const }, { prefix: false }, { coins: [] }];
    for (const option of given) {
      const refused = await caught(() =>
        signMessage('hello', { account, index: 1, device, ...option }),
      );
      expect(refused).toMatchObject({ code: 'WRONG_ARGUMENT' });
      expect(String(refused)).toContain('given together with device');
    }
    const error = await caught(() => signMessage('hello', { account, index: 2, device }));
    expect(error.code).toBe('BAD_SIGNATURE');
    const cancelled = { signMessage: () => Promise.reject({ code: 0x6985 }) };
    expect(await caught(() => signMessage('hello', { account, device: cancelled }))).toMatchObject({
      code: 'DEVICE_REFUSED',
      details: { status: 0x6985 },
    });
  });

  test('cannot have a format that does not suit its address', async () => {
    const account = open(accountTexts.tr);
    const error = await caught(() => signMessage('hello', { account, format: 'legacy' }));
    expect(error.code).toBe('WRONG_ARGUMENT');
  });
});

describe('a review before signing', () => {
  const account = open(accountTexts.wpkh);
  const { psbt } = pay(account);

  test('names payees and change, and has no findings', () => {
    const found = review(psbt, { account, policy: strictPolicy });
    expect(found.refused).toEqual([]);
    expect(found.outputs.map(({ role }) => role).sort()).toEqual(['change', 'payment']);
    expect(found.id).toBe(review(structuredClone(psbt), { account }).id);
  });

  test('signs nothing if the payment is changed while it waits for approval', async () => {
    const changing = structuredClone(psbt);
    const approve = async () => {
      await Promise.resolve();
      for (const output of changing.outputs) Object.assign(output, { value: output.value - 1n });
      return true;
    };
    const error = await caught(() => sign(changing, { keys: account, approve }));
    expect(error.code).toBe('NOT_APPROVED');
    expect(error.message).toContain('changed');
  });

  test('passes the review to the app, and signs only after approval', async () => {
    const seen: string[] = [];
    const confirm = (found: { readonly id: string }) => {
      seen.push(found.id);
      return true;
    };
    const approve = reviewFirst({ account, confirm });
    expect((await sign(psbt, { keys: account, approve })).complete).toBe(true);
    expect(seen).toEqual([review(psbt, { account }).id]);
    for (const answer of [false, undefined, 1, 'yes']) {
      const no = reviewFirst({ account, confirm: () => answer as boolean });
      const error = await caught(() => sign(psbt, { keys: account, approve: no }));
      expect(error.code).toBe('NOT_APPROVED');
    }
  });

  test('refuses a change by a thief despite approval, and names the finding', async () => {
    const other = open(accountTexts.tr).changeAddress(0);
    const script = decodeAddress(other, networks.regtest) as Uint8Array;
    // Change that names the keys of the account but pays another script.
    const outputs = psbt.outputs.map((output) =>
      output.keyPaths.length > 0 ? { ...output, scriptPubKey: script } : output,
    );
    const stolen = { ...psbt, outputs };
    const approve = reviewFirst({ account, policy: noPolicy });
    const error = await caught(() => sign(stolen, { keys: account, approve }));
    expect(error.code).toBe('REVIEW_REFUSED');
    expect(error.details?.findings?.map(({ id }) => id)).toContain('change-not-ours');
  });

  test('finds an already spent coin in the history that the app keeps', () => {
    const before = review(psbt, { account });
    const again = fund({
      replaces: psbt,
      change: account,
      outputs: [{ address: open(accountTexts.tr).address(0), value: 70_000n }],
    });
    const ids = (history?: typeof before.history) =>
      review(again.psbt, { account, history }).findings.map(({ id }) => id);
    expect(ids(before.history).length).toBeGreaterThan(ids().length);
    expect(structuredClone(before.history)).toEqual(before.history);
  });
});

describe('an AbortSignal', () => {
  const account = open(accountTexts.wpkh);
  const { psbt } = pay(account);

  test('ends a call before and while a device is asked, with its reason', async () => {
    const reason = new Error('the user went back');
    const early = new AbortController();
    early.abort(reason);
    const error = await caught(() => sign(psbt, { keys: account, signal: early.signal }));
    expect(error.code).toBe('ABORTED');
    expect(error.cause).toBe(reason);
    const late = new AbortController();
    let handed: unknown;
    const device = {
      signPsbt: (_: string, options: object) => {
        handed = options;
        queueMicrotask(() => late.abort(reason));
        return new Promise<string>(() => undefined);
      },
    };
    const ended = await caught(() => sign(psbt, { device, signal: late.signal }));
    expect(ended).toMatchObject({ code: 'ABORTED' });
    expect(handed).toEqual({ signal: late.signal });
  });

  test('ends a search for coins and accounts, and a call, and reports their progress', async () => {
    const tip = { height: 9, hash: '00'.repeat(32), time: 1_700_000_000 };
    const seen: number[] = [];
    const source = createCoinSource(
      { tip: async () => tip, transactions: async () => [] },
      { network: account.network.name },
    );
    const onProgress = ({ scripts }: { readonly scripts: number }) => void seen.push(scripts);
    await listCoins(source, account, { gapLimit: 5, onProgress });
    expect(seen).toEqual([10]);
    const ring = readKeys(`${'abandon '.repeat(11)}about`, { network: account.network });
    if ('error' in ring) throw new Error(ring.error);
    const { signal, abort } = stopped('enough');
    const never = new Promise<never>(() => undefined);
    const silent = createCoinSource(
      { tip: () => never, transactions: async () => [] },
      { network: account.network.name },
    );
    const target = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    const calls = [
      () => listCoins(silent, account, { signal }),
      () => findAccount(ring, target, { network: account.network, signal }),
      () => execute('createrawtransaction', [[], [{ data: '00' }]], { signal }),
      () => client({ signal }).createrawtransaction([[], [{ data: '00' }]]),
    ];
    const waiting = caught(() => listCoins(silent, account, { signal }));
    abort();
    for (const error of [await waiting, ...(await Promise.all(calls.map(caught)))]) {
      expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough' });
    }
  });

  test('ends signing at the next step', async () => {
    const control = new AbortController();
    const onProgress = () => control.abort('enough');
    const signal = control.signal;
    const error = await caught(() => sign(psbt, { keys: account, onProgress, signal }));
    expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough' });
    const { complete } = await sign(psbt, { keys: account, signal: new AbortController().signal });
    expect(complete).toBe(true);
  });
});

test('MuSig2 goes in two calls of sign by each cosigner, whose nonces are in the result of the first', async () => {
  const keys = [1, 2].map((number) => cosignerKey(10 + number));
  const publicKeys = [1, 2].map((number) => cosignerKey(10 + number, false));
  const text = (list: readonly string[]) => `tr(musig(${list.join(',')})/<0;1>/*)`;
  const watcher = openAccount(text(publicKeys), { network: 'regtest', range: 20 });
  const own = [0, 1].map((mine) =>
    openAccount(text(publicKeys.map((key, i) => (i === mine ? (keys[i] ?? '') : key))), {
      network: 'regtest',
      range: 20,
    }),
  );
  const { psbt } = pay(watcher);
  const random = createRandom(seedOfRun()).bytes;
  const provider = createKeyProvider({ keys: [...(own[0]?.privateKeys.values() ?? [])] });
  // Nonces from too little randomness reveal the private key.
  for (const wrong of [() => new Uint8Array(8), () => 'x'.repeat(32), () => undefined, 7, null]) {
    const musig = { random: wrong, nonces: createMusigNonces() } as unknown as MusigSource;
    const job = { psbt, provider, finalize: true, musig };
    for (const run of [
      async () => signPsbt(job),
      () => signPsbtWith(job, {}),
      () => sign(psbt, { keys: own[0], musig }),
    ])
      await expect(run()).rejects.toMatchObject({ code: 'WRONG_ARGUMENT' });
  }
  const first = await Promise.all(own.map((account) => sign(psbt, { keys: account, random })));
  const nonces = combine(psbt, ...first.map((signed) => signed.psbt));
  const second = await Promise.all(
    own.map((account, i) => sign(nonces, { keys: account, musig: first[i]?.musig })),
  );
  expect(second.map(({ complete }) => complete)).toEqual([false, false]);
  const done = finalize(combine(nonces, ...second.map((signed) => signed.psbt)));
  expect(done.problems).toEqual([]);
  expect(extract(done.psbt).hex).toMatch(/^02000000/);
});

test('finalize completes a PSBT of two cosigners, and names missing signatures before', async () => {
  const account = open(accountTexts['wsh(sortedmulti)']);
  const { psbt } = pay(watchOnly(account));
  const before = finalize(psbt);
  expect(before.complete).toBe(false);
  expect(before.problems[0]).toMatchObject({ cause: 'MISSING_SIGNATURE' });
  const { psbt: signed } = await sign(psbt, { keys: account });
  expect(finalize(parsePsbt(formatPsbt(signed)))).toMatchObject({ complete: true, problems: [] });
});

describe('coins of a backend', () => {
  const account = open(accountTexts.wpkh);
  const at = account.nextAddress();
  const txid = 'ab'.repeat(32);

  test('have one shape, whichever backend lists them', () => {
    const esplora = fromEsplora(
      [{ txid, vout: 1, value: 70_000, status: { confirmed: true, block_height: 100 } }],
      at,
    );
    const electrum = fromElectrum([{ tx_hash: txid, tx_pos: 1, value: 70_000, height: 100 }], at);
    const core = fromCore({
      unspents: [{ txid, vout: 1, amount: 0.0007, height: 100, address: at.address }],
    });
    const read = (utxos: typeof esplora) => account.coins(utxos, { height: 109 });
    expect(read(electrum)).toEqual(read(esplora));
    expect(read(core)).toEqual(read(esplora));
    expect(read(esplora)[0]).toMatchObject({ value: 70_000n, confirmations: 10, index: 0 });
    for (const utxos of [esplora, electrum, core]) expect(structuredClone(utxos)).toEqual(utxos);
  });

  test('are unconfirmed before a block, with exact amounts', () => {
    const waiting = [
      ...fromEsplora([{ txid, vout: 0, value: 1, status: { confirmed: false } }], at),
      ...fromElectrum([{ tx_hash: txid, tx_pos: 1, value: 1, height: -1 }], at),
      ...fromCore([{ txid, vout: 2, amount: 0.00000001, confirmations: 0, address: at.address }]),
    ];
    expect(account.coins(waiting).map(({ confirmations }) => confirmations)).toEqual([0, 0, 0]);
    const exact = fromCore([{ txid, vout: 0, amount: '20999999.97690000', address: at.address }]);
    expect(exact[0]?.value).toBe(2_099_999_997_690_000n);
  });

  test.each([
    ['no list', () => fromEsplora('[]' as never, at)],
    [
      'an amount with a fraction of a satoshi',
      () => fromElectrum([{ tx_hash: txid, tx_pos: 0, value: 1.5, height: 0 }], at),
    ],
    ['no amount', () => fromCore([{ txid, vout: 0, amount: 'x', address: at.address }])],
  ])('are refused with %s', async (_, run) => {
    expect((await caught(run)).code).toMatch(/^INVALID_(COIN|AMOUNT)$/);
  });
});

describe('a request to pay', () => {
  const read = (text: string) => parseUri(text, { network: 'regtest' });

  test('becomes address, value, label and message, ready to be an output', () => {
    const text = `bitcoin:${SOMEBODY}?amount=0.0006&label=Luke-Jr&message=Donation%20for%20project%20xyz&pj=x`;
    const request = read(text);
    expect(request).toMatchObject({
      address: SOMEBODY,
      value: 60_000n,
      label: 'Luke-Jr',
      message: 'Donation for project xyz',
    });
    const account = open(accountTexts.wpkh);
    const { value = 0n } = request;
    const paid = fund({
      coins: account.coins(utxosOf(account, [100_000])),
      outputs: [{ ...request, value }],
      change: account,
      feeRate: 2,
    });
    expect(paid.psbt.outputs.map(({ value: amount }) => amount)).toContain(60_000n);
  });

  test('is read in any case, without a leading address, and as an address alone', () => {
    const upper = `BITCOIN:${SOMEBODY.toUpperCase()}?AMOUNT=.5`;
    expect(read(upper)).toMatchObject({ value: 50_000_000n });
    expect(read(`bitcoin:?bcrt=${SOMEBODY}&lightning=lnbc1`)).toMatchObject({ address: SOMEBODY });
    expect(read(` ${SOMEBODY}\n`)).toEqual({
      address: SOMEBODY,
      scriptPubKey: decodeAddress(SOMEBODY, networks.regtest),
    });
    // BIP21's examples, whose address has a wrong checksum.
    const examples = [
      '',
      '?label=Luke-Jr',
      '?amount=20.3&label=Luke-Jr',
      '?somethingyoudontunderstand=50',
    ];
    for (const query of examples) {
      const uri = `bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2${query}`;
      expect(parseUri(uri).address).toBe('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2');
    }
  });

  test.each([
    [
      'with an unknown required parameter',
      `bitcoin:${SOMEBODY}?req-somethingyoudontunderstand=50`,
      'INVALID_URI',
    ],
    ['with a comma in its amount', `bitcoin:${SOMEBODY}?amount=50,000.00`, 'INVALID_URI'],
    ['with nine decimals', `bitcoin:${SOMEBODY}?amount=0.000000001`, 'INVALID_URI'],
    ['with more than there is', `bitcoin:${SOMEBODY}?amount=21000001`, 'INVALID_URI'],
    ['with an exponent', `bitcoin:${SOMEBODY}?amount=1e3`, 'INVALID_URI'],
    ['with two amounts', `bitcoin:${SOMEBODY}?amount=1&amount=2`, 'INVALID_URI'],
    ['with a percent sign that begins no byte', `bitcoin:${SOMEBODY}?label=%zz`, 'INVALID_URI'],
    ['without any address', 'bitcoin:?lightning=lnbc1', 'INVALID_URI'],
    ['of another network', 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'INVALID_ADDRESS'],
    ['with a mistyped address', `bitcoin:${SOMEBODY.slice(0, -1)}q`, 'INVALID_ADDRESS'],
    [
      'that names members of objects',
      `bitcoin:${SOMEBODY}?__proto__=1&constructor=2&req-x=1`,
      'INVALID_URI',
    ],
  ])('is refused %s', async (_, text, code) => {
    expect((await caught(() => read(text))).code).toBe(code);
  });
});

describe('a batch', () => {
  const account = open(accountTexts.wpkh);
  const coins = account.coins(
    utxosOf(
      account,
      Array.from({ length: 8 }, (_, i) => 900_000 + i),
    ),
  );

  test('splits 2,500 payees into transactions that nodes relay, each with its own coins', () => {
    const outputs = Array.from({ length: 2_500 }, (_, i) => ({
      address: SOMEBODY,
      value: 1_000n + BigInt(i % 7),
    }));
    const batch = splitBatch({ coins, outputs, change: account, feeRate: 0.5 });
    expect(batch.length).toBe(2);
    expect(Math.max(...batch.map(({ vsize }) => vsize))).toBeLessThanOrEqual(100_000);
    const spent = batch.flatMap(({ psbt }) =>
      psbt.inputs.map(({ prevout }) => outPointKey(prevout)),
    );
    expect(new Set(spent).size).toBe(spent.length);
    const paid = batch
      .flatMap(({ psbt }) => psbt.outputs)
      .filter(({ value: amount }) => amount < 1_007n);
    expect(paid.length).toBe(2_500);
    expect(batch.map(({ change }) => change?.index)).toEqual([0, 1]);
  });

  test('merges coins except those that cost more than they hold', async () => {
    const dust = account.coins(utxosOf(account, [300, 400]));
    const merged = consolidate({
      coins: [...coins, ...dust],
      change: account,
      feeRate: 10,
      mostInputs: 5,
    });
    expect(merged.map(({ psbt }) => psbt.inputs.length)).toEqual([5, 3]);
    for (const { psbt, change } of merged) {
      expect(psbt.outputs).toHaveLength(1);
      expect(change?.value).toBe(psbt.outputs[0]?.value);
      expect((await sign(psbt, { keys: account })).complete).toBe(true);
    }
    expect(merged.map(({ change }) => change?.index)).toEqual([0, 1]);
    expect(consolidate({ coins: coins.slice(0, 1), change: account, feeRate: 10 })).toEqual([]);
  });
});

describe('a handed-out address', () => {
  test('makes a coin at position 500 cost one derivation', async () => {
    const { nobleSecp256k1 } = await import('../../../src/crypto/noble.ts');
    let derived = 0;
    const { deriveChildren: _, ...counted } = nobleSecp256k1;
    const secp256k1 = {
      ...counted,
      tweakPublicKeyMany: (...args: Parameters<typeof nobleSecp256k1.tweakPublicKeyMany>) => {
        derived += args[1].length;
        return nobleSecp256k1.tweakPublicKeyMany(...args);
      },
      tweakPublicKey: (...args: Parameters<typeof nobleSecp256k1.tweakPublicKey>) => {
        derived += 1;
        return nobleSecp256k1.tweakPublicKey(...args);
      },
    };
    const descriptors = open(accountTexts.wpkh).descriptors;
    const options = { network: 'regtest', next: { receive: 500 } } as const;
    const handed = openAccount([...descriptors], options).nextAddress();
    expect(handed).toMatchObject({ index: 500, next: { receive: 501, change: 0 } });
    // Stored as JSON, and read by a restarted program.
    const addresses = JSON.parse(JSON.stringify([handed]));
    const account = openAccount([...descriptors], { ...options, secp256k1 });
    derived = 0;
    const utxo = { txid: 'ab'.repeat(32), vout: 0, value: 5_000n, address: handed.address };
    const [coin] = account.coins([utxo], { addresses });
    expect(coin?.index).toBe(500);
    expect(derived).toBe(1);
  });
});

test('isColdsignError knows errors of another copy, of another realm and clones, and nothing else', async () => {
  const error = await caught(() => parseUri('bitcoin:'));
  for (const each of [error, structuredClone(error), JSON.parse(JSON.stringify(error))]) {
    expect(isColdsignError(each)).toBe(true);
    expect(isColdsignError(each, 'INVALID_URI')).toBe(true);
    expect(isColdsignError(each, 'FEE_TOO_HIGH')).toBe(false);
  }
  for (const other of [undefined, null, 'x', new Error('INVALID_URI'), { code: 'INVALID_URI' }]) {
    expect(isColdsignError(other)).toBe(false);
  }
});
