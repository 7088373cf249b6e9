import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import { unsignedTransaction } from '../../../src/psbt/unsigned-transaction.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { keyAt, type Person, person, place } from '../../support/review/accounts.ts';
import { buildPsbt } from '../../support/review/payments.ts';

/** A user's mistake, and what the answer must contain. */
export type Mistake = {
  readonly slip: string;
  readonly words: readonly string[];
  /** What is wrong, and what to do next. */
  readonly says: readonly RegExp[];
  /** Answer to the question whether to sign. */
  readonly answer?: string;
  /** Answer where words or keys are asked for. */
  readonly secret?: string;
  /** Content of standard input. */
  readonly input?: string;
  /** Omits `-regtest`. */
  readonly bare?: true;
  /** True if the slip is harmless and the command works. */
  readonly works?: true;
};

const WORDS = `${'abandon '.repeat(11)}about`;
/** Words that no answer has. */
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const UNREPEATED = /^(?!.*(?:legal|winner|thank|sausage|yellow))/;
/** No history has to be deleted. */
const UNASKED = /^(?!.*history)/;
/** No private key is repeated. */
const UNKEYED = /^(?!.*(?:cMahea7|KwDiBf8|[tx]prv8\w))/;
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
/** `ADDRESS` with another character 23. */
const TYPO = 'bcrt1qw508d6qejxtdg4y5t3zarvary0c5xw7kygt080';
const TXID = '11'.repeat(32);
const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const XPUB =
  'xpub6BpxryvWp2bnZMbNzMQ7Deg387emMVc5mbEi6ybdwG71qUg2CWuCn1Pf9DCt53USSfTSj1RpnEKtUnc7Bh48HXrhYM8iTUbXLSP3GGBJFGi';
const MAIN_WIF = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn';

function payment(who: Person, position: number): Uint8Array {
  const text = `wpkh(${keyAt(who, '84h/1h/0h')})`;
  const psbt = buildPsbt({
    coins: [{ ...place(text, 0, position), value: 100_000n, nonce: 1, previous: true }],
    outputs: [
      { value: 60_000n, script: place(`wpkh(${keyAt(person(66), '84h/1h/0h')})`, 0, 9).script },
      { value: 39_000n, ...place(text, 1, 2) },
    ],
  });
  return encodePsbt(psbt) ?? new Uint8Array(0);
}

/** Writes the files of the mistakes into a folder, and lists the mistakes. */
export function mistakesIn(folder: string): readonly Mistake[] {
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const me = person(1);
  const bytes = payment(me, 3);
  const base64 = Buffer.from(bytes).toString('base64');
  const single = write('single.psbt', bytes);
  const taken = write('taken.psbt', bytes);
  write('taken.txn', 'kept');
  const other = write('other.psbt', payment(me, 4));
  const cut = write('cut.psbt', bytes.subarray(0, bytes.length - 40));
  const empty = write('empty.psbt', '');
  const picture = write('picture.png', Buffer.from('89504e470d0a1a0a0000', 'hex'));
  const held = write('held.wallet', '');
  mkdirSync(join(folder, 'testnet4'), { recursive: true });
  write('testnet4/wallets', '');
  write('held.wallet.lock', JSON.stringify({ pid: 1, host: 'another', start: '', nonce: '' }));
  const hex = write('payment.txt', Buffer.from(bytes).toString('hex'));
  const lines = (text: string) => text.replace(/.{60}/g, '$&\r\n');
  const hexLines = write('lines.txt', lines(Buffer.from(bytes).toString('hex')));
  const cutHex = write('cuthex.txt', Buffer.from(bytes).toString('hex').slice(0, -41));
  const unsigned = unsignedTransaction(
    buildPsbt({
      coins: [{ ...place(`wpkh(${keyAt(me, '84h/1h/0h')})`, 0, 3), value: 9n, nonce: 1 }],
      outputs: [{ value: 8n, ...place(`wpkh(${keyAt(me, '84h/1h/0h')})`, 1, 2) }],
    }),
  );
  const raw = unsigned ? Buffer.from(encodeTransaction(unsigned)).toString('hex') : '';
  const transaction = write('raw.txn', raw);
  const done = raw.replace(/^(0200000001[0-9a-f]{72})00/, '$1020151');
  const rawLines = write('rawlines.txn', lines(raw));
  const keys = write('keys.txt', `wpkh(${keyAt(me, '84h/1h/0h', true)})\n`);
  const watch = write('watch.txt', `wpkh(${keyAt(me, '84h/1h/0h')})\n`);
  const stranger = write('stranger.txt', person(7).root.privateExtendedKey);
  const words = write('words.txt', WORDS);
  const commas = write('commas.txt', WORDS.replaceAll(' ', ','));
  const openBracket = write('open.txt', `wpkh(${me.root.privateExtendedKey}/84h/1h/0h/0/*`);
  const eleven = write('eleven.txt', 'abandon '.repeat(11));
  const wrongWord = write('wrong.txt', WORDS.replace('about', 'abuot'));
  const checksum = write('checksum.txt', 'abandon '.repeat(12));
  const mainKey = write('main.txt', MAIN_WIF);
  const broken = write('policy.json', '{"strict": true, "alow": []}');
  const missing = join(folder, 'missing.psbt');
  mkdirSync(join(folder, 'folder'));
  const to = (amount: unknown) => JSON.stringify([{ [ADDRESS]: amount }]);
  const create = (outputs: string, inputs = '[]') => ['createrawtransaction', inputs, outputs];

  return [
    // Commands
    { slip: 'sing', words: ['sing', single], says: [/Unknown command “sing”/, /“sign”/] },
    { slip: 'revew', words: ['revew', single], says: [/Unknown command “revew”/, /“review”/] },
    { slip: 'capitals', words: ['SIGN', single], says: [/Unknown command “SIGN”/, /“sign”/] },
    { slip: 'getnewadress', words: ['getnewadress'], says: [/“getnewaddress”/] },
    { slip: 'getbalence', words: ['getbalence'], says: [/“getbalance”/] },
    { slip: 'balance', words: ['balance'], says: [/“getbalance”/] },
    { slip: 'validate', words: ['validate', ADDRESS], says: [/“validateaddress”/] },
    { slip: 'dashes', words: ['create-raw-transaction'], says: [/“createrawtransaction”/] },
    { slip: 'dice', words: ['dice'], says: [/“seed dice”/] },
    { slip: 'last-word', words: ['last-word'], says: [/“seed last-word”/] },
    { slip: 'veryfy', words: ['veryfy'], says: [/“verify”/] },
    { slip: 'server', words: ['server'], says: [/“serve”/] },
    { slip: 'snapshots', words: ['snapshots'], says: [/“snapshot”/] },
    { slip: 'gibberish', words: ['qqqqxyz'], says: [/Unknown command/, /coldsign help/] },
    {
      slip: 'a file alone',
      words: [single],
      says: [/is a file, not a command/, /coldsign review /],
    },
    { slip: 'regtest without a dash', words: ['regtest', 'help'], says: [/-regtest/] },
    { slip: 'help sing', words: ['help', 'sing'], says: [/“sing”/, /“sign”/] },
    {
      slip: 'help about help',
      words: ['help', 'me'],
      says: [/Unknown command “me”/, /coldsign help/],
    },
    { slip: 'seed without a command', words: ['seed'], says: [/check/, /dice/, /last-word/] },
    { slip: 'seed chek', words: ['seed', 'chek'], says: [/“chek”/, /“check”/] },
    { slip: 'keys lst', words: ['keys', 'lst'], says: [/“lst”/, /“list”/] },
    { slip: 'snapshot newkye', words: ['snapshot', 'newkye'], says: [/newkye/, /newkey/] },
    { slip: 'nothing', words: [], says: [/coldsign help/], bare: true },
    // Options
    { slip: '-regtset', words: ['-regtset', 'help'], says: [/-regtset/, /-regtest/], bare: true },
    { slip: '-kyes', words: ['-kyes=k.txt', 'sign', single], says: [/-kyes/, /-keys/] },
    { slip: '--key', words: ['--key=k.txt', 'sign', single], says: [/--key/, /-keys/] },
    { slip: 'a value behind a space', words: ['-keys', words, 'review', single], says: [/-keys=/] },
    {
      slip: 'a value behind two spaces',
      words: ['-rpcwallet', 'cold', 'getbalance'],
      says: [/-rpcwallet=/],
    },
    {
      slip: 'an option behind review',
      words: ['review', single, `-keys=${watch}`],
      says: [/you/],
      works: true,
    },
    {
      slip: 'an unknown option behind sign',
      words: ['sign', single, '-kyes=k'],
      says: [/-kyes/, /-keys/],
    },
    {
      slip: 'an option behind a method',
      words: ['getbalance', '-rpcwallet=cold'],
      says: [/before/, /-rpcwallet=cold getbalance/],
    },
    {
      slip: 'an option behind getnewaddress',
      words: ['getnewaddress', '-rpcwallet=cold'],
      says: [/-rpcwallet=cold getnewaddress/],
    },
    {
      slip: '-rpcwalet',
      words: ['-rpcwalet=cold', 'getbalance'],
      says: [/-rpcwalet/, /-rpcwallet/],
    },
    {
      slip: 'a dash of a text program',
      words: ['–keys=k.txt', 'review', single],
      says: [/“–”/, /-keys/],
    },
    {
      slip: '-chain=mainnet',
      words: ['-chain=mainnet', 'validateaddress', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
      says: [/"isvalid": true/],
      bare: true,
      works: true,
    },
    {
      slip: '-chain=testnet',
      words: ['-chain=testnet', 'validateaddress', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
      says: [/"isvalid": true/],
      bare: true,
      works: true,
    },
    {
      slip: '-mainnet',
      words: ['-mainnet', 'help'],
      says: [/-mainnet/, /-chain=main/],
      bare: true,
    },
    { slip: '-chain=moon', words: ['-chain=moon', 'help'], says: [/moon/, /regtest/], bare: true },
    {
      slip: 'two chains',
      words: ['-testnet', 'help'],
      says: [/-regtest, -signet, -testnet/, /at most one/],
    },
    {
      slip: '-profile=bitcoin',
      words: ['-profile=bitcoin', 'help'],
      says: [/bitcoin/, /default.*core/],
    },
    {
      slip: 'a missing data directory',
      words: ['-datadir=/nosuch', 'help'],
      says: [/\/nosuch/, /[Cc]reate/],
      bare: true,
    },
    {
      slip: '-policy=strikt',
      words: ['-policy=strikt', 'review', single],
      says: [/strikt/, /strict/],
    },
    {
      slip: 'a policy with a typo',
      words: [`-policy=${broken}`, 'review', single],
      says: [/alow/, /allow/],
    },
    { slip: '-format=pdf', words: ['-format=pdf', 'review', single], says: [/pdf/, /html/] },
    {
      slip: '-account=-1',
      words: ['-account=-1', `-keys=${words}`, 'sign', single],
      says: [/-account/, /2147483647/],
      answer: 'yes',
    },
    {
      slip: '-language=klingon',
      words: ['-language=klingon', `-keys=${words}`, 'sign', single],
      says: [/klingon/, /english/],
      answer: 'yes',
    },
    {
      slip: '-seen of a folder',
      words: [`-seen=${join(folder, 'folder')}`, 'check', single, other],
      says: [/-seen/, /folder/],
    },
    {
      slip: '-seen of the words',
      words: [`-seen=${words}`, 'check', single, other],
      says: [/words\.txt” is not a list of nonces, and was not changed/, /-seen=nonces\.txt/],
    },
    // Arguments
    {
      slip: 'no argument',
      words: ['createrawtransaction'],
      says: [/2 arguments|two arguments|Missing/, /Usage: coldsign.*createrawtransaction \[/],
    },
    {
      slip: 'decodepsbt of nothing',
      words: ['decodepsbt'],
      says: [/Missing/, /Usage: coldsign.*decodepsbt "psbt"/],
    },
    {
      slip: 'too many',
      words: ['validateaddress', ADDRESS, 'more'],
      says: [/Too many/, /Usage: coldsign.*validateaddress "address"/],
    },
    { slip: 'sign of nothing', words: ['sign'], says: [/Usage: coldsign sign/] },
    { slip: 'review of nothing', words: ['review'], says: [/Usage: coldsign review/] },
    { slip: 'check of one', words: ['check', single], says: [/Usage: coldsign check/] },
    {
      slip: 'a PSBT in lines of hexadecimal',
      words: ['review', hexLines, `-keys=${watch}`],
      says: [/Fee, proven/, /change, back to you/],
      works: true,
    },
    {
      slip: 'a transaction in lines of hexadecimal',
      words: ['review', rawLines],
      says: [/Fee, UNKNOWN/],
      works: true,
    },
    {
      slip: 'a PSBT in hexadecimal, cut off',
      words: ['review', cutHex],
      says: [/cuthex\.txt is a PSBT that is cut off or damaged/],
    },
    {
      slip: 'a good PSBT and one cut off',
      words: ['combine', single, cut],
      says: [/Hint: \S*cut\.psbt is a PSBT that is cut off or damaged/],
    },
    {
      slip: 'a good PSBT and a picture',
      words: ['check', single, picture],
      says: [/picture\.png” is a picture\. To read its QR code, use “coldsign read”/],
    },
    {
      slip: 'words with commas and no spaces',
      words: [`-keys=${commas}`, 'keys', 'list'],
      says: [/punctuation is left out/, /73c5da0a/],
      works: true,
    },
    {
      slip: 'a descriptor without its last bracket',
      words: [`-keys=${openBracket}`, 'review', single],
      says: [/cannot be read/, /complete descriptor again/],
    },
    ...['abc', '1x', '', '1.5'].map((account) => ({
      slip: `the account number “${account}”`,
      words: ['keys', 'list', `-keys=${words}`, `-account=${account}`],
      says: [/-account must be a number from 0/],
    })),
    {
      slip: 'an account number that is none, for review',
      words: [`-keys=${words}`, '-account=x', 'review', single],
      says: [/-account must be a number from 0/],
    },
    {
      slip: 'an index that is no number',
      words: ['seed', 'child', '-index=one'],
      input: WORDS,
      says: [/-index must be a whole number/],
    },
    {
      slip: 'keys find of another network',
      words: ['keys', 'find', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', `-keys=${words}`],
      says: [/address of main/],
    },
    { slip: 'combine of one', words: ['combine', single], says: [/Usage: coldsign combine/] },
    { slip: 'show of nothing', words: ['show'], says: [/Usage: coldsign show/] },
    { slip: 'read of nothing', words: ['read'], says: [/Usage: coldsign read/] },
    { slip: 'verify of nothing', words: ['verify'], says: [/Usage: coldsign verify/] },
    {
      slip: 'snapshot of nothing',
      words: ['snapshot'],
      says: [/-node=/, /Usage: coldsign snapshot/],
    },
    { slip: 'keys of nothing', words: ['keys'], says: [/Usage: coldsign keys/] },
    {
      slip: 'names without -named',
      words: ['createrawtransaction', 'inputs=[]', 'outputs=[]'],
      says: [/-named/],
    },
    {
      slip: 'a name that is none',
      words: ['-named', 'createrawtransaction', 'input=[]', 'outputs=[]'],
      says: [/input/, /inputs/],
    },
    // JSON
    {
      slip: 'JSON without quotes',
      words: create(`{${ADDRESS}:0.1}`),
      says: [/JSON/, /single quotes/],
    },
    {
      slip: 'JSON that the shell split',
      words: ['createrawtransaction', '[]', `{${ADDRESS}:`, '0.1}'],
      says: [/JSON/, /single quotes/],
    },
    {
      slip: 'single quotes inside',
      words: create(`{'${ADDRESS}':0.1}`),
      says: [/JSON/, /double quotes/],
    },
    { slip: 'typographic quotes', words: create(`{“${ADDRESS}”:0.1}`), says: [/JSON/, /straight/] },
    {
      slip: 'a bracket is missing',
      words: create(`[{"${ADDRESS}":0.1}`),
      says: [/JSON/, /bracket/],
    },
    { slip: 'a comma at the end', words: create(`[{"${ADDRESS}":0.1},]`), says: [/JSON/, /comma/] },
    { slip: 'True', words: [...create('[]'), '0', 'True'], says: [/true/] },
    { slip: 'yes', words: [...create('[]'), '0', 'yes'], says: [/true/] },
    { slip: 'a word for a number', words: [...create('[]'), 'soon'], says: [/soon/, /number/] },
    {
      slip: 'a text for a list',
      words: create(to(0.1), '"x"'),
      says: [/array/, /help createrawtransaction/],
    },
    // Amounts
    {
      slip: 'a decimal comma in JSON',
      words: create(`[{"${ADDRESS}":0,1}]`),
      says: [/0,1/, /dot/],
    },
    {
      slip: 'a decimal comma',
      words: ['sendtoaddress', ADDRESS, '0,002'],
      says: [/0,002/, /0\.002/],
    },
    {
      slip: 'satoshi for BTC',
      words: create(to(200_000)),
      says: [/200000/, /BTC/, /0\.002/],
      works: true,
    },
    {
      slip: 'satoshi for BTC in a PSBT',
      words: ['createpsbt', '[]', to(150_000)],
      says: [/150000/, /0\.0015/],
      works: true,
    },
    {
      slip: 'satoshi above all money',
      words: create(to(2_100_000_001)),
      says: [/BTC/, /21\.00000001/],
    },
    { slip: 'nine decimals', words: create(to('0.123456789')), says: [/8 decimals/] },
    { slip: 'a unit', words: create(to('0.1BTC')), says: [/0\.1BTC/, /number/] },
    { slip: 'a negative amount', words: create(to(-1)), says: [/-1|negative/, /0/] },
    // PSBTs and transactions
    {
      slip: 'a PSBT cut off',
      words: ['decodepsbt', base64.slice(0, 200)],
      says: [/cut off/, /[Cc]opy/],
    },
    {
      slip: 'a file cut off',
      words: ['review', cut],
      says: [/cut off/, /cut\.psbt/, /[Cc]opy|[Ee]xport/],
    },
    {
      slip: 'a PSBT with its first letters missing',
      words: ['decodepsbt', base64.slice(4)],
      says: [/begins with “cHNidP8”/],
    },
    {
      slip: 'a PSBT in quotes',
      words: ['review', write('quoted.txt', `"${base64}"`)],
      says: [/0\.0006/],
      works: true,
    },
    {
      slip: 'the JSON of a PSBT',
      words: ['review', write('answer.json', `{"psbt": "${base64}", "fee": 1}`)],
      says: [/0\.0006/],
      works: true,
    },
    { slip: 'a PSBT in hexadecimal', words: ['review', hex], says: [/0\.0006/], works: true },
    { slip: 'a file without @', words: ['decodepsbt', single], says: [/@/, /single\.psbt/] },
    {
      slip: 'a transaction as a PSBT',
      words: ['decodepsbt', raw],
      says: [/transaction, not a PSBT/, /decoderawtransaction/],
    },
    {
      slip: 'a PSBT as a transaction',
      words: ['decoderawtransaction', base64],
      says: [/PSBT/, /decodepsbt/],
    },
    ...['decoderawtransaction', 'sendrawtransaction'].flatMap((name) => [
      {
        slip: `half a transaction to ${name}`,
        words: [name, raw.slice(0, 60)],
        says: [/is a transaction that is cut off or damaged\. Copy or export it again/],
      },
      {
        slip: `a transaction that lacks a letter to ${name}`,
        words: [name, raw.slice(0, -1)],
        says: [/is a transaction that is cut off or damaged\. Copy or export it again/],
      },
      {
        slip: `hexadecimal that is no transaction to ${name}`,
        words: [name, 'abcdabcd'],
        says: [/begins with its version, such as 02000000\. Copy or export it again/],
      },
    ]),
    ...['review', 'sign'].map((name) => ({
      slip: `half a transaction to ${name}`,
      words: [`-keys=${keys}`, name, write(`half-${name}.txn`, raw.slice(0, 60))],
      says: [/half-\w+\.txn is a transaction that is cut off or damaged/],
    })),
    ...['combine', 'check'].flatMap((name) => [
      {
        slip: `half a transaction to ${name}`,
        words: [name, write(`half-${name}.txn`, raw.slice(0, 60)), single],
        says: [/half-\w+\.txn is a transaction that is cut off or damaged/],
      },
      {
        slip: `a transaction without its last digit to ${name}`,
        words: [name, write(`odd-${name}.txn`, raw.slice(0, -1)), single],
        says: [/odd-\w+\.txn is a transaction that is cut off or damaged/],
      },
    ]),
    {
      slip: 'a complete transaction to check',
      words: ['check', write('whole-check.txn', raw), single],
      says: [/whole-\w+\.txn” is a transaction/],
    },
    {
      slip: 'another transaction to combine',
      words: ['combine', write('whole-combine.txn', raw), single],
      says: [/whole-combine\.txn” was not combined: it is for another transaction/],
    },
    {
      slip: 'transactions to combine without their PSBT',
      words: ['combine', write('alone.txn', raw), write('again.txn', done)],
      says: [/again\.txn” are transactions\. combine needs the PSBT that they were made from/],
    },
    {
      slip: 'half a transaction as the second file of combine',
      words: ['combine', single, write('half-second.txn', raw.slice(0, 60))],
      says: [/half-second\.txn is a transaction that is cut off or damaged/],
    },
    {
      slip: 'a binary transaction cut off',
      words: ['combine', single, write('half.bin', Buffer.from(raw.slice(0, 60), 'hex'))],
      says: [/half\.bin” is a transaction that is cut off or damaged/],
    },
    {
      slip: 'two PSBTs in one file',
      words: ['review', write('two.txt', `${base64}\n${base64}\n`)],
      says: [/two\.txt has several PSBTs or transactions\. Save each one in a file of its own/],
    },
    {
      slip: 'two binary PSBTs in one file',
      words: ['review', write('two.psbt', Buffer.concat([bytes, bytes]))],
      says: [/two\.psbt is a PSBT that has another one behind its end/],
    },
    {
      slip: 'two transactions in one file',
      words: ['review', write('two.txn', `${raw}\n${raw}\n`)],
      says: [/two\.txn has several PSBTs or transactions/],
    },
    {
      slip: 'a PSBT without the signs = at its end',
      words: ['review', write('unpadded.txt', base64.replace(/=+$/, ''))],
      says: [/0\.0006/],
      works: true,
    },
    {
      slip: 'a PSBT with a quote at its end',
      words: ['review', write('quote.txt', `${base64}"\n`)],
      says: [/0\.0006/],
      works: true,
    },
    {
      slip: 'a PSBT with a comma at its end',
      words: ['review', write('comma.txt', `${base64},\n`)],
      says: [/0\.0006/],
      works: true,
    },
    {
      slip: 'a PSBT without the signs = to a method',
      words: ['decodepsbt', base64.replace(/=+$/, '')],
      says: [base64.endsWith('=') ? /lost the “=” at its end/ : /"fee"/],
      ...(base64.endsWith('=') ? {} : { works: true as const }),
    },
    {
      slip: 'a PSBT in quotes to a method',
      words: ['decodepsbt', `"${base64}"`],
      says: [/has other characters around it/],
    },
    {
      slip: 'half a transaction to sign of the wallet',
      words: ['signrawtransactionwithkey', raw.slice(0, 60), JSON.stringify([WIF])],
      says: [/is a transaction that is cut off or damaged/],
    },
    {
      slip: 'half a transaction to decodepsbt',
      words: ['decodepsbt', raw.slice(0, 60)],
      says: [/is a transaction that is cut off or damaged/],
    },
    ...(
      [
        ['in quotes', `"wpkh(${XPUB}/0/*)"`, /in quotation marks\. Remove them/],
        ['with capital functions', `WPKH(${XPUB}/0/*)`, /small letters/],
        ['with m in its origin', `wpkh([d34db33f/m/84h/0h/0h]${XPUB}/0/*)`, /no “m”/],
        ['with a comma between its sides', `wpkh(${XPUB}/<0,1>/*)`, /as <0;1>/],
        ['that is cut off', `wpkh(${XPUB}/0/*`, /a bracket is not closed/],
      ] as const
    ).map(([slip, text, says]) => ({
      slip: `a descriptor ${slip}`,
      words: ['getdescriptorinfo', text],
      says: [says],
      bare: true as const,
    })),
    ...(
      [
        ['a name', 'alice@example.com', /This is a name/],
        ['a Lightning invoice', 'lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqf', /a Lightning invoice/],
        ['a public key', `02${'79'.repeat(32)}`, /a public key, not an address/],
        ['a script', `0014${'75'.repeat(20)}`, /a script in hexadecimal/],
      ] as const
    ).map(([slip, text, says]) => ({
      slip: `${slip} as an address`,
      words: ['createrawtransaction', '[]', JSON.stringify({ [text]: 0.1 })],
      says: [says],
    })),
    {
      slip: 'a list without coins to sweep',
      words: ['sweep', write('none.json', '[]'), `-keys=${keys}`, `-to=${ADDRESS}`, '-feerate=2'],
      says: [/The list of coins is empty/, /Ask it for the address/],
    },
    {
      slip: 'a txid as a transaction',
      words: ['decoderawtransaction', TXID],
      says: [/transaction ID|txid/, /getrawtransaction/],
    },
    {
      slip: 'a missing file',
      words: ['review', missing],
      says: [/missing\.psbt/, /no such file/i],
    },
    {
      slip: 'a folder',
      words: ['review', join(folder, 'folder')],
      says: [/folder/, /is a folder/],
    },
    {
      slip: 'an empty file',
      words: ['review', empty],
      says: [/empty\.psbt/, /empty/, /[Ee]xport|[Ss]ave/],
    },
    { slip: 'a picture', words: ['review', picture], says: [/picture/, /coldsign read/] },
    { slip: 'seed words as a PSBT', words: ['review', words], says: [/seed words/, /-keys=/] },
    {
      slip: 'check the wrong way round',
      words: ['check', transaction, single],
      says: [/raw\.txn/, /BEFORE/],
    },
    {
      slip: 'combine of two payments',
      words: ['combine', single, other],
      says: [/other\.psbt/, /another transaction/],
    },
    {
      slip: 'combine of a transaction',
      words: ['combine', single, transaction],
      says: [/raw\.txn/, /PSBT/],
    },
    {
      slip: 'a raw transaction without its coins',
      words: [`-keys=${keys}`, 'sign', transaction],
      says: [/PREVTXS|prevtxs/],
      answer: 'yes',
    },
    // Signing
    {
      slip: 'y for yes',
      words: [`-keys=${keys}`, 'sign', single],
      says: [/Nothing was signed/, /“yes”/],
      answer: 'y',
    },
    {
      slip: 'Enter for yes',
      words: [`-keys=${keys}`, 'sign', single],
      says: [/Nothing was signed/, /“yes”/],
      answer: '',
    },
    {
      slip: 'a file that exists',
      words: [`-keys=${keys}`, 'sign', taken],
      says: [/taken\.txn already exists/, /[Rr]ename|[Mm]ove/],
      answer: 'yes',
    },
    {
      slip: 'keys of another wallet',
      words: [`-keys=${stranger}`, 'sign', single],
      says: [/Nothing was signed/, /4ba43603|wallet/],
      answer: 'yes',
    },
    {
      slip: 'no terminal',
      words: [`-keys=${keys}`, 'sign', single],
      says: [/-reviewed=ID/, /-policy=strict/],
    },
    {
      slip: '-yes alone',
      words: ['-yes', `-keys=${keys}`, 'sign', single],
      says: [/-policy=strict/, /-reviewed=ID/],
    },
    {
      slip: '-reviewed=no id',
      words: ['-reviewed=abc', `-keys=${keys}`, 'sign', single],
      says: [/abc|-reviewed/, /64|review/],
    },
    {
      slip: 'no keys and no wallet',
      words: ['sign', single],
      says: [/-keys=FILE/, /To use a wallet: -rpcwallet=NAME/],
      answer: 'yes',
    },
    // Keys
    {
      slip: 'a missing key file',
      words: ['-keys=word.txt', 'sign', single],
      says: [/word\.txt/, /history/],
      answer: 'yes',
    },
    {
      slip: 'words on the command line',
      words: [`-keys=${WORDS}`, 'sign', single],
      says: [/history/],
      answer: 'yes',
    },
    {
      slip: 'a passphrase on the command line',
      words: ['-passphrase=TREZOR', `-keys=${words}`, 'sign', single],
      says: [/-passphrase/, /history/],
      answer: 'yes',
    },
    {
      slip: 'a key without its private part',
      words: [`-keys=${watch}`, 'sign', single],
      says: [/watch\.txt/, /private/],
      answer: 'yes',
    },
    {
      slip: 'eleven words',
      words: [`-keys=${eleven}`, 'sign', single],
      says: [/11 words/, /12/],
      answer: 'yes',
    },
    {
      slip: 'a word that is none',
      words: [`-keys=${wrongWord}`, 'sign', single],
      says: [/wrong\.txt/, /[Ww]ord 12/],
      answer: 'yes',
    },
    {
      slip: 'a wrong checksum',
      words: [`-keys=${checksum}`, 'sign', single],
      says: [/checksum/, /word/],
      answer: 'yes',
    },
    {
      slip: 'a key of another network',
      words: [`-keys=${mainKey}`, 'sign', single],
      says: [/main\.txt/, /a key of the main network, not of regtest/, /-chain=main, -testnet4/],
      answer: 'yes',
    },
    {
      slip: 'keys list of a key of another network',
      words: ['keys', 'list', `-keys=${mainKey}`],
      says: [/is a key of the main network, not of regtest/, /-chain=main, -testnet4/],
    },
    {
      slip: 'a wallet of another network',
      words: ['decodewallet', `@${write('other.txt', `wpkh(${XPUB}/<0;1>/*)`)}`],
      says: [/is a wallet of main, not of regtest/, /-chain=main, -testnet4/],
    },
    {
      slip: 'a PSBT as keys',
      words: [`-keys=${single}`, 'sign', single],
      says: [/PSBT/, /-keys/],
      answer: 'yes',
    },
    // Addresses
    {
      slip: 'a wrong character',
      words: create(JSON.stringify([{ [TYPO]: 0.1 }])),
      says: [/character 23/, /[Cc]opy|[Cc]ompare/],
    },
    {
      slip: 'a wrong character for a wallet',
      words: ['verifymessage', TYPO, 'AAAA', 'x'],
      says: [/character 23/],
    },
    {
      slip: 'a review of a test network on main',
      bare: true,
      words: ['review', single],
      says: [
        /WARNING: The PSBT names keys of another network\. Its keys are those of test coins/,
        /On the wrong one, real money looks like test money/,
        /Output 0: pays tb1q/,
      ],
      works: true,
    },
    {
      slip: 'a review of a test network on main, with keys',
      bare: true,
      words: [`-keys=${words}`, 'review', single],
      says: [
        /WARNING: The PSBT names keys of another network\. Its keys are those of test coins/,
        /On the wrong one, real money looks like test money/,
        /Output 0: pays tb1q/,
      ],
      works: true,
    },
    {
      slip: 'a cut off signature of a message',
      words: ['verifymessage', ADDRESS, 'H8s2', 'x'],
      says: [/^false/, /cut off/, /4 characters/, /[Cc]opy/],
      works: true,
    },
    {
      slip: 'a cut off signature with its prefix',
      words: ['verifymessage', ADDRESS, 'smpAkcwRAIgZRfIY3p7', 'x'],
      says: [/^false/, /cut off/, /19 characters/, /[Cc]opy/],
      works: true,
    },
    {
      slip: 'null for a passphrase',
      words: ['createwallet', 'skipped', 'false', 'false', 'null'],
      says: [/passphrase is a text/, /four letters/, /-named createwallet/],
    },
    {
      slip: 'null for a named passphrase',
      words: ['-named', 'createwallet', 'wallet_name=skipped', 'passphrase=null'],
      says: [/passphrase is a text/, /Leave passphrase=null out/],
    },
    {
      slip: 'null for an optional text',
      words: ['walletprocesspsbt', 'cHNidP8=', 'true', 'null'],
      says: [/sighashtype is a text/, /-named walletprocesspsbt/],
    },
    {
      slip: 'a cut off address',
      words: create(JSON.stringify([{ [ADDRESS.slice(0, -5)]: 0.1 }])),
      says: [/checksum|cut off|mistyped/, /[Cc]opy/],
    },
    {
      slip: 'a wrong character in base58',
      words: create(JSON.stringify([{ mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm: 0.1 }])),
      says: [/mistyped|missing/],
    },
    {
      slip: 'an address of the main chain',
      words: create(JSON.stringify([{ bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4: 0.1 }])),
      says: [/address of main/, /regtest/],
    },
    {
      slip: 'an address with blanks',
      words: create(
        JSON.stringify([{ 'bcrt1q w508 d6qe jxtd g4y5 r3za rvar y0c5 xw7k ygt0 80': 0.1 }]),
      ),
      says: [/spaces/],
    },
    {
      slip: 'a payment link',
      words: create(JSON.stringify([{ [`bitcoin:${ADDRESS}?amount=0.1`]: 0.1 }])),
      says: [/bitcoin:/, /only the address/],
    },
    {
      slip: 'one address twice',
      words: create(JSON.stringify([{ [ADDRESS]: 0.1 }, { [ADDRESS]: 0.2 }])),
      says: [/duplicated|twice/, /one output|[Aa]dd/],
    },
    {
      slip: 'an address as a script',
      words: ['decodescript', ADDRESS],
      says: [/hexadecimal/, /validateaddress/],
    },
    // Wallets and descriptors
    {
      slip: 'no wallet yet',
      words: ['getnewaddress'],
      says: [
        /No wallet/,
        new RegExp(`in ${folder}/regtest/wallets`),
        /coldsign.*createwallet NAME/,
      ],
    },
    {
      slip: 'a wallet that is not there',
      words: ['-rpcwallet=cold', 'getbalance'],
      says: [/cold/, /createwallet/],
    },
    {
      slip: 'a descriptor without a checksum',
      words: ['deriveaddresses', `wpkh(${'02'.repeat(33)})`],
      says: [/checksum/i, /getdescriptorinfo/],
    },
    {
      slip: 'a descriptor that the shell cut',
      words: ['getdescriptorinfo', 'wpkh'],
      says: [/wpkh/, /quotes/],
    },
    // Files
    {
      slip: '@ of a missing file',
      words: create('@nosuch.json'),
      says: [/nosuch\.json/, /no such file/i],
    },
    {
      slip: 'show of a missing file',
      words: ['show', missing],
      says: [/missing\.psbt/, /no such file/i],
    },
    {
      slip: 'read of a missing picture',
      words: ['read', missing],
      says: [/missing\.psbt/, /no such file/i],
    },
    {
      slip: 'verify of a missing file',
      words: ['verify', missing],
      says: [/-pubkey|no such file/],
    },
    {
      slip: 'show for a device that is unknown',
      words: ['show', '-for=Coldkart', single],
      says: [/Coldkart/, /Coldcard/],
    },
    {
      slip: 'a private key to show',
      words: ['show', write('wif.txt', WIF)],
      says: [/private key/, /not/],
    },
    {
      slip: 'a roll of seven',
      words: ['seed', 'dice', '-words=12'],
      input: '1234567',
      says: [/7/, /1.{1,4}6/],
    },
    {
      slip: 'too few rolls',
      words: ['seed', 'dice', '-words=24'],
      input: '123456',
      says: [/99/, /6/],
    },
    // Slips found by typing
    { slip: 'help -?', words: ['help', '-?'], says: [/Sign/, /review/], works: true },
    { slip: '--help sign', words: ['--help', 'sign'], says: [/Usage: coldsign sign/], works: true },
    { slip: '-sign', words: ['-sign', single], says: [/-sign/, /“sign” is a command/] },
    {
      slip: '-out',
      words: ['-out=x', 'sign', single],
      says: [/-out/, /sign names its output itself/],
    },
    {
      slip: 'show -format',
      words: ['show', '-format=ur', single],
      says: [/^Error: Invalid parameter -format/, /-\?/],
    },
    {
      slip: 'blanks around =',
      words: ['-keys', '=', keys, 'sign', single],
      says: [/-keys=VALUE/, /without a space/],
    },
    { slip: 'no hyphen', words: [`keys=${keys}`, 'sign', single], says: [/hyphen: -keys=/] },
    { slip: 'dumpprivkey', words: ['dumpprivkey', ADDRESS], says: [/removed/, /listdescriptors/] },
    {
      slip: 'importprivkey',
      words: ['importprivkey', WIF],
      says: [/removed/, /importdescriptors/],
    },
    { slip: 'two files', words: ['review', single, other], says: [/one file at a time/] },
    {
      slip: 'an address to sign',
      words: [`-keys=${keys}`, 'sign', ADDRESS],
      says: [/is an address, not a transaction/, /validateaddress/],
      answer: 'yes',
    },
    { slip: 'a web page', words: ['review', 'https://a.example/x.psbt'], says: [/Download/] },
    {
      slip: 'typographic quotes around',
      words: create(`“[{"${ADDRESS}":0.1}]”`),
      says: [/straight/],
    },
    { slip: 'a unit behind', words: ['sendtoaddress', ADDRESS, '0.1BTC'], says: [/write 0\.1\b/] },
    {
      slip: 'sat behind',
      words: ['sendtoaddress', ADDRESS, '20000sat'],
      says: [/write 0\.0002 \(BTC/],
    },
    { slip: 'thousands', words: ['sendtoaddress', ADDRESS, '1,000.5'], says: [/write 1000\.5/] },
    {
      slip: 'a list without brackets',
      words: ['sendall', ADDRESS],
      says: [/'\["ADDRESS"\]'/],
    },
    { slip: 'no vout', words: create('[]', `[{"txid":"${TXID}"}]`), says: [/"vout": 0/] },
    {
      slip: 'vout in quotes',
      words: create('[]', `[{"txid":"${TXID}","vout":"0"}]`),
      says: [/"vout": 0/, /without quotes/],
    },
    {
      slip: 'txid:vout',
      words: create('[]', `["${TXID}:0"]`),
      says: [/"txid": "\.\.\.", "vout": 0/],
    },
    { slip: 'a short txid', words: create('[]', '[{"txid":"11","vout":0}]'), says: [/64 hex/] },
    {
      slip: 'address and amount as names',
      words: create(`[{"address":"${ADDRESS}","amount":0.1}]`),
      says: [/"ADDRESS": 0\.1/],
    },
    {
      slip: 'a key without brackets',
      words: ['signrawtransactionwithkey', raw, WIF],
      says: [/privkeys/, /'\["\.\.\."\]'/],
    },
    {
      slip: 'a key that is cut off',
      words: ['signrawtransactionwithkey', raw, JSON.stringify([WIF.slice(0, 40)])],
      says: [/51 or 52 characters/],
    },
    {
      slip: 'a zpub as a descriptor',
      words: [
        'getdescriptorinfo',
        'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
      ],
      says: [/A key begins with zpub/, /decodewallet/],
    },
    {
      slip: 'a payment link to validateaddress',
      words: ['validateaddress', `bitcoin:${ADDRESS}`],
      says: [/"isvalid": false/, /only the address/],
      works: true,
    },
    ...[
      ['with slashes', `bitcoin://${ADDRESS}`],
      ['in capitals', `BITCOIN:${ADDRESS.toUpperCase()}?AMOUNT=0.1`],
      ['with a name', `bitcoin:${ADDRESS}?amount=0.1&label=My%20shop,%20rent`],
    ].flatMap(([kind, link = '']) => [
      {
        slip: `a payment link ${kind} to validateaddress`,
        words: ['validateaddress', link],
        says: [/"isvalid": false/, /only the address/],
        works: true as const,
      },
      {
        slip: `a payment link ${kind} as an output`,
        words: create(JSON.stringify([{ [link]: 0.1 }])),
        says: [/payment link/, /only the address/],
      },
    ]),
    {
      slip: 'a typo to validateaddress',
      words: ['validateaddress', TYPO],
      says: [/"isvalid": false/, /character 23/],
      works: true,
    },
    {
      slip: 'quotes around an address',
      words: ['validateaddress', `“${ADDRESS}”`],
      says: [/quotation marks/],
      works: true,
    },
    { slip: 'no node', words: ['getblockcount'], says: [/-node/, /-snapshot=FILE/] },
    {
      slip: 'a node that is off',
      words: ['-node=127.0.0.1:1', 'getblockcount'],
      says: [/ECONNREFUSED/, /Start the node/],
    },
    {
      slip: 'files to combinepsbt',
      words: ['combinepsbt', single, other],
      says: [/JSON/, /combine \S*single\.psbt/],
    },
    { slip: 'x to combinepsbt', words: ['combinepsbt', '["x"]'], says: [/cHNidP8/] },
    {
      slip: 'empty keys',
      words: [`-keys=${empty}`, 'sign', single],
      says: [/empty\.psbt/, /Type or save/],
      answer: 'yes',
    },
    {
      slip: 'a picture as keys',
      words: [`-keys=${picture}`, 'sign', single],
      says: [/picture\.png” is a picture/],
      answer: 'yes',
    },
    {
      slip: 'words from PowerShell in UTF-16',
      words: [
        `-keys=${write('wide.txt', Buffer.from(`\ufeff${WORDS}`, 'utf16le'))}`,
        'review',
        single,
      ],
      says: [/0\.0006/],
      works: true,
    },
    {
      slip: 'a PSBT in place of a backup',
      words: ['restorewallet', 'restored', single],
      says: [/This is not a wallet file of coldsign/, /importwallet/],
    },
    {
      slip: 'a file in place of the folder of wallets',
      words: ['-testnet4', 'createwallet', 'w'],
      bare: true,
      says: [/it already exists \(EEXIST\): .*\/testnet4\/wallets $/],
    },
    {
      slip: 'a binary file as QR codes',
      words: ['show', write('binary.dat', Buffer.from('00ff80c10203', 'hex'))],
      bare: true,
      says: [/binary\.dat” contains binary data/],
    },
    {
      slip: 'an empty file as QR codes',
      words: ['show', empty],
      bare: true,
      says: [/empty\.psbt” is empty/],
    },
    {
      slip: 'a wallet that another machine left locked',
      words: [`-rpcwallet=${held.replace(/\.wallet$/, '')}`, 'getnewaddress'],
      says: [/Another process has the wallet open/, new RegExp(`delete ${held}\\.lock`)],
    },
    {
      slip: 'words in UTF-16 with the high byte first',
      words: [
        `-keys=${write('high.txt', Buffer.from(`\ufeff${WORDS}`, 'utf16le').swap16())}`,
        'review',
        single,
      ],
      says: [/0\.0006/],
      works: true,
    },
    {
      slip: 'a PSBT with Windows line ends',
      words: ['review', write('wrapped.txt', base64.replace(/.{64}/g, '$&\r\n'))],
      says: [/0\.0006/],
      works: true,
    },
    {
      slip: 'an address of capital and small letters',
      words: ['createrawtransaction', '[]', `{"B${ADDRESS.slice(1)}": 0.1}`],
      says: [/mixes capital and small letters/],
    },
    {
      slip: 'a file of keys after its option and a space',
      words: ['sign', single, '-keys', words],
      says: [/-keys needs its value behind “=”, without a space: -keys=\S*words/],
    },
    {
      slip: 'a file of words as an argument',
      words: ['seed', 'check', words],
      bare: true,
      says: [/is a file\. Write: coldsign seed check < /],
    },
    {
      slip: 'keys for a method',
      words: [`-keys=${words}`, 'getbalance'],
      says: [/-keys works for review, sign/, /getbalance uses a wallet: -rpcwallet=NAME/],
    },
    {
      slip: 'keys of another wallet',
      words: [`-keys=${words}`, 'sign', single],
      answer: 'yes',
      says: [
        /Nothing was signed/,
        /It needs [0-9a-f]{8}, and your keys are of 73c5da0a/,
        /add -passphrase/,
      ],
    },
    {
      slip: 'a name of the result',
      words: ['sign', single, 'out.txn', `-keys=${words}`],
      says: [/names its output itself: \S*single-signed\.psbt/, /Leave out “out\.txn”/],
    },
    {
      slip: 'an option for the result',
      words: ['-out=x.txn', 'sign', single],
      says: [/sign names its output itself/],
    },
    {
      slip: 'files for combinepsbt',
      words: ['combinepsbt', single, other],
      says: [/coldsign combine \S*single\.psbt \S*other\.psbt/],
    },
    {
      slip: 'a file of requests without @',
      words: ['importdescriptors', single],
      says: [/is a file\. Put @ in front/],
    },
    {
      slip: 'a checksum that does not fit',
      words: ['getdescriptorinfo', 'raw(51)#aaaaaaaa'],
      says: [/Copy the descriptor again/],
    },
    { slip: 'the prompt', words: ['$', 'coldsign', 'sign'], bare: true, says: [/Leave out “\$”/] },
    ...['coldsign', 'npx', 'sudo', 'bitcoin-cli'].map((word) => ({
      slip: `${word} in front of the command`,
      words: [word, 'help'],
      bare: true as const,
      says: [new RegExp(`“${word}” is not a command of coldsign. Leave it out`)],
    })),
    {
      slip: 'the words’ file with @',
      words: ['seed', 'check', `@${words}`],
      says: [/is a file\. Write: coldsign seed check < /],
    },
    {
      slip: 'keys of another wallet, in a pipe',
      words: [`-keys=${stranger}`, 'sign', single],
      says: [/None of the keys that this PSBT needs/, /your keys are of/],
    },
    {
      slip: 'a sweep in a pipe without the address',
      words: ['sweep', single, `-keys=${keys}`, '-feerate=5'],
      says: [/Missing: -to=ADDRESS/],
    },
    {
      slip: 'a sweep in a pipe of a missing file',
      words: ['sweep', missing, `-keys=${keys}`, `-to=${ADDRESS}`, '-feerate=5'],
      says: [/missing\.psbt/, /no such file/],
    },
    {
      slip: 'sign without keys, in a pipe',
      words: ['sign', single],
      says: [/-keys=FILE/],
    },
    {
      slip: 'a passphrase by name without -named',
      words: ['createwallet', 'n', 'false', 'false', 'passphrase=long enough'],
      says: [/put -named before the command: coldsign -named createwallet passphrase=/],
    },
    {
      slip: 'a range without brackets',
      words: ['deriveaddresses', 'wpkh(xpub/0/*)', '0,2'],
      says: [/in brackets and quotes: '\[0,2\]'/],
    },
    {
      slip: 'sweep without an address to pay to',
      words: ['sweep', single, `-keys=${words}`, '-feerate=2', '-yes', '-policy=strict', ADDRESS],
      says: [new RegExp(`Missing: -to=${ADDRESS}`)],
    },
    {
      slip: 'an apostrophe of a word processor in a descriptor',
      words: ['getdescriptorinfo', `wpkh([00000000/84’]${'x'.repeat(5)})`],
      says: [/Character 18 of the descriptor is “’”.*Write ' or h/],
    },
    {
      slip: 'a descriptor in several lines',
      words: ['decodewallet', 'wsh(\n  sortedmulti(2,a,b)\n)'],
      says: [/line break at character 5/],
    },
    {
      slip: 'hexadecimal of the base64 of a PSBT',
      words: ['review', write('twice.psbt', Buffer.from(base64).toString('hex'))],
      says: [/was encoded twice: hexadecimal of base64/],
    },
    {
      slip: 'a PSBT in the answer of a node',
      words: [
        'review',
        write('answer.json', `{"result":{"psbt":"${base64}"},"error":null,"id":1}`),
      ],
      says: [/0\.0006/],
      works: true,
    },
    // Names of files
    {
      slip: 'the words in place of an option',
      words: ['sign', single, words, '-yes'],
      says: [/words\.txt” contains seed words or keys\. Write -keys=\S*words\.txt/],
    },
    {
      slip: 'a dash of a text program behind a command',
      words: ['sign', single, `–keys=${words}`],
      says: [/“–” is not the hyphen that begins an option\. Type it again: -keys $/],
    },
    {
      slip: 'a name with a space',
      words: ['sign', ...write('my payment.psbt', bytes).split(' '), `-keys=${words}`],
      says: [/needs quotes: "\S*my payment\.psbt"/],
    },
    {
      slip: 'curly quotes around the keys',
      words: ['review', single, `-keys=“${words}”`],
      says: [/quote of a word processor\. Leave it out: \S*words\.txt/, UNASKED],
    },
    {
      slip: 'a tilde behind an equals sign',
      words: ['review', single, '-keys=~/words.txt'],
      says: [/“~” only at the beginning of a word\. Write \$HOME\/words\.txt/, UNASKED],
    },
    {
      slip: 'a wildcard behind an equals sign',
      words: ['review', single, '-keys=nosuch*.txt'],
      says: [/Name one file, without \* or \?/, UNASKED],
    },
    {
      slip: 'a typo in the name of the keys',
      words: ['review', single, `-keys=${join(folder, 'wordz.txt')}`],
      says: [/Did you mean “\S*words\.txt”\?/],
    },
    ...['singel.psbt', 'single.psbt '].map((name) => ({
      slip: `a file named “${name}”`,
      words: ['sign', join(folder, name), `-keys=${words}`],
      says: [/no such file.*Did you mean “\S*\/single\.psbt”\?/],
    })),
    {
      slip: 'a folder in place of a file',
      words: ['review', folder],
      says: [/it is a folder \(EISDIR\)\. Name a file in it: \S+\.(psbt|txn), .* \.\.\./],
    },
    ...['./coldsign', '/usr/bin/coldsign', 'dist/coldsign.mjs'].map((word) => ({
      slip: `${word} as a command`,
      words: [word, 'review', single],
      says: [/is not a command of coldsign\. Leave it out/],
    })),
    {
      slip: 'eleven words in the key file, with advice',
      words: ['review', single, `-keys=${eleven}`],
      says: [/11 words: .*One is missing.*Compare the words with your backup/],
    },
    {
      slip: 'a wrong word in the key file, with advice',
      words: ['review', single, `-keys=${wrongWord}`],
      says: [
        /Compare word 12 with your backup.*seed check -suggest < \S*wrong\.txt/,
        /^(?!.*abuot)/,
      ],
    },
    // Secrets typed in place of a command or behind an option
    {
      slip: 'seed words as a command',
      words: PHRASE.split(' '),
      bare: true,
      says: [/Unknown command/, /history\. Delete them there/, /-keys=FILE/, UNREPEATED],
    },
    {
      slip: 'seed words in quotes as a command',
      words: [PHRASE],
      bare: true,
      says: [/history\. Delete them there/, /-keys=FILE/, UNREPEATED],
    },
    {
      slip: 'seed words that begin with the name of a command',
      words: ['review', ...PHRASE.split(' ').slice(1)],
      says: [/history\. Delete them there/, UNREPEATED],
    },
    ...['check', 'last'].map((name) => ({
      slip: `seed words behind seed ${name}`,
      words: ['seed', name, ...PHRASE.split(' ')],
      says: [/Never type words or passphrases/, /history/, UNREPEATED],
    })),
    {
      slip: 'seed words behind a file to sign',
      words: ['sign', single, ...PHRASE.split(' ')],
      says: [/history\. Delete them there/, /-keys=FILE/, UNREPEATED],
    },
    {
      slip: 'seed words in quotes as the name of a wallet',
      words: [`-rpcwallet=${PHRASE}`, 'getbalance'],
      says: [/history\. Delete them there/, UNREPEATED],
    },
    {
      slip: 'seed words in quotes in place of a file',
      words: ['check', single, PHRASE],
      says: [/history\. Delete them there/, UNREPEATED],
    },
    ...[3, 1].map((count) => ({
      slip: `${count} of the words behind a file to sign`,
      words: ['sign', single, ...PHRASE.split(' ').slice(0, count)],
      says: [
        /sign takes one file.*Leave out the other words/,
        /keeps them in its history/,
        UNREPEATED,
      ],
    })),
    ...[
      ['signmessage', MAIN_WIF, 'hello'],
      ['sign', single, MAIN_WIF],
      ['sign', MAIN_WIF],
      ['review', me.root.privateExtendedKey],
      ['keys', 'list', WIF],
      ['show', WIF],
      ['getdescriptorinfo', `wpkh(${MAIN_WIF}`],
      ['signrawtransactionwithkey', raw, `["${MAIN_WIF}"]`, '[{]'],
      [MAIN_WIF],
      ['-rpcwallet', MAIN_WIF, 'getbalance'],
      [`-rpcwallet=${WIF}`, 'getbalance'],
      ['-named', 'signmessage', `address=${WIF}`, 'message=hello'],
      ['sign', single, `-keys=${WIF}`],
    ].map((typed) => ({
      slip: `a private key in ${typed.map((each) => each.slice(0, 20)).join(' ')}`,
      words: typed,
      says: [/history/, UNKEYED],
    })),
    {
      slip: 'a sentence of many words is a message, not a phrase',
      words: ['verifymessage', ADDRESS, 'AA==', `${'we meet at noon '.repeat(4)}`],
      says: [/^(?!.*history)/],
      works: true,
    },
    {
      slip: 'six words as a command',
      words: PHRASE.split(' ').slice(0, 6),
      says: [/Unknown command/, /If you typed seed words or a passphrase.*history/, UNREPEATED],
    },
    {
      slip: 'seed words behind -keys and a space',
      words: ['-keys', ...PHRASE.split(' ').slice(0, 3), 'review', single],
      says: [/-keys=FILE/, UNREPEATED],
    },
    {
      slip: 'a passphrase behind -passphrase and a space',
      words: [`-keys=${words}`, '-passphrase', 'correct', 'horse', 'review', single],
      says: [/-passphrase takes no value: coldsign asks/, /history: delete it/, /^(?!.*correct)/],
    },
    {
      slip: 'a passphrase behind a command',
      words: ['sign', single, `-keys=${words}`, '-passphrase', 'correct', 'horse'],
      says: [/-passphrase takes no value/, /^(?!.*correct)(?!.*horse)/],
    },
    {
      slip: 'a passphrase behind -stdinwalletpassphrase',
      words: ['-stdinwalletpassphrase', 'correct', 'getbalance'],
      input: 'x',
      says: [/-stdinwalletpassphrase takes no value/, /^(?!.*correct)/],
    },
    {
      slip: 'a passphrase behind encryptwallet',
      words: ['encryptwallet', 'correct horse'],
      says: [/Warning: You typed the passphrase.*history/, /-stdinwalletpassphrase encryptwallet/],
    },
    {
      slip: 'a named passphrase behind encryptwallet',
      words: ['-named', 'encryptwallet', 'passphrase=correct'],
      says: [/Warning: You typed the passphrase.*history/, /^(?!.*correct)/],
    },
    {
      slip: 'keys export for a program',
      words: ['keys', 'export', 'sparow', `-keys=${words}`],
      says: [/keys export is the same for all programs\. Leave out “Sparrow”/],
    },
    {
      slip: 'an address of another network to validateaddress',
      words: ['validateaddress', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
      says: [/It is an address of main: do not pay it on regtest/],
      works: true,
    },
    {
      slip: 'send of a transaction',
      words: ['send', transaction],
      says: [/send makes a payment, and takes outputs/, /sendrawtransaction @\S*raw\.txn/],
    },
    {
      slip: 'broadcast',
      words: ['broadcast', transaction],
      says: [/online wallet/, /sendrawtransaction @\S*raw\.txn/],
    },
    {
      slip: 'a wrong checksum of a key of another network',
      words: ['getdescriptorinfo', `wpkh(${XPUB}/0/*)#aaaaaaaa`],
      says: [/Hint: A character is wrong/, /^(?!.*but this call is for)/],
    },
    {
      slip: 'options without a command',
      words: ['-account=1'],
      says: [/review .*sign /, /coldsign help lists every command/],
    },
    ...['signn', 'Sign'].map((word) => ({
      slip: `${word} with keys`,
      words: [word, single, `-keys=${words}`],
      says: [new RegExp(`Unknown command “${word}”. Did you mean “sign”`)],
    })),
    {
      slip: 'keys list without keys',
      words: ['keys', 'list'],
      says: [/No keys\. Add them with -keys=FILE/],
    },
    {
      slip: 'keys find of an address with a typo',
      words: ['keys', 'find', TYPO, `-keys=${words}`],
      says: [/character 23/],
    },
    {
      slip: 'signmessage with its arguments exchanged',
      words: ['signmessage', 'hello', ADDRESS, `-keys=${words}`].sort(
        (a, b) => Number(b.startsWith('-')) - Number(a.startsWith('-')),
      ),
      says: [/The address is in the wrong place\. Write: coldsign signmessage ADDRESS MESSAGE/],
    },
    {
      slip: 'sendtoaddress with its arguments exchanged',
      words: ['sendtoaddress', '0.001', ADDRESS],
      says: [/is an address: write the address first, then the amount/],
    },
    {
      slip: 'review of an address',
      words: ['review', ADDRESS],
      says: [/is an address, not a transaction/, /validateaddress/, /keys find/],
    },
    {
      slip: 'two files behind one -keys',
      words: [`-keys=${words},${watch}`, 'review', single],
      says: [/Write -keys once for each file: -keys=\S*words\.txt -keys=\S*watch\.txt/],
    },
    {
      slip: 'satoshi for BTC to sendtoaddress',
      words: ['sendtoaddress', ADDRESS, '100000'],
      says: [/Warning: An output pays 100000 BTC/, /write 0\.001/],
    },
    {
      slip: 'a fee rate for a sweep that no coin can pay',
      words: [
        'sweep',
        write(
          'coins.json',
          JSON.stringify([
            { txid: TXID, vout: 0, value: 50_000, status: { confirmed: true, block_height: 9 } },
          ]),
        ),
        `-address=${ADDRESS}`,
        `-keys=${write('one.txt', WIF)}`,
        `-to=${ADDRESS}`,
        '-feerate=50000',
      ],
      says: [
        /The fee rate is too high\. It is 50,000\.00 sat\/vB\. The limit is 2,000\.00 sat\/vB/,
        /Check -feerate, which is in sat\/vB/,
      ],
      answer: 'yes',
    },
    {
      slip: 'a review with keys of another wallet',
      words: [`-keys=${stranger}`, 'review', single],
      says: [/^WARNING: [^.]+\. See the end\. Output 0/, /no-input-ours/],
      works: true,
    },
    {
      slip: 'a file’s name where words are asked for',
      words: ['seed', 'check'],
      secret: words,
      says: [/words\.txt” is a file\. Write < \S*words\.txt/],
    },
    {
      slip: 'a file’s name where keys are asked for',
      words: ['review', single, '-keys=-'],
      secret: words,
      says: [/words\.txt” is a file\. Write -keys=\S*words\.txt/],
    },
    {
      slip: 'sign of what is signed already',
      words: ['sign', write('done.txt', done), `-keys=${keys}`],
      answer: 'yes',
      says: [/Nothing was signed\. Each input has its final script already\. Broadcast/, /PREVTXS/],
    },
    { slip: 'seed check of nothing', words: ['seed', 'check'], says: [/Type your seed words/] },
    { slip: 'seed dice of 13 words', words: ['seed', 'dice', '-words=13'], says: [/12, 15, 18/] },
  ];
}
